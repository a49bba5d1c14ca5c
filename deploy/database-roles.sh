#!/bin/sh
# Run once, by the image of PostgreSQL, in an empty database: the owner of the tables, and the role that serves.
set -eu
psql --variable ON_ERROR_STOP=1 --variable owner="$OWNER_PASSWORD" --variable serving="$SERVING_PASSWORD" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE timber_owner LOGIN PASSWORD :'owner';
CREATE ROLE timber LOGIN PASSWORD :'serving';
CREATE DATABASE timber OWNER timber_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
SQL
