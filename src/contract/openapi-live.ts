import { LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from './live.ts'
import { API_BASE, BEARER_PREFIX, LIVE_PATH, LIVE_PROTOCOL } from './constants.ts'

/** OpenAPI cannot describe a WebSocket, so this prose does. */
export const LIVE_ABOUT = `## The live connection

\`${LIVE_PATH}?scheduleTimelineId=…&epoch=…&seq=…&privy=…&mark=…\` is a WebSocket. The client offers the subprotocols \`${LIVE_PROTOCOL}\` and
\`${BEARER_PREFIX}<venue token>\`, the server answers \`${LIVE_PROTOCOL}\`; a token is never in a URL. \`epoch\`, \`seq\`, \`privy\`
and \`mark\`, as last received, name where the client is; without them, or where the log has another mark there, it gets a snapshot. Frames are JSON objects told apart by \`sendType\`:

| sendType | from | content |
|---|---|---|
| \`1\` | both | heartbeat, on open, every 30 s and in answer to each tick, then with the tick's \`seq\`; echoed with \`now\` |
| \`2\` | server | welcome: \`epoch\`, \`seq\`, \`privy\`, \`mark\`, \`recovered\`, \`now\` and either the missed \`events\` or a \`snapshot\`; \`said\`: the newest message's \`seq\` |
| \`3\` | server | \`events\`: \`{type, seq, at, …}\` in order, and the \`mark\` of the last. To a reader that answers ticks late, messages come after later events or not at all: \`before\` is the \`seq\` of the message before the first of them |
| \`4\` | server | presence: how many are here; for the host, who |
| \`5\` | server | yours alone: verdicts, ceilings, whether you may speak, a renewed venue token |
| \`6\` | server | tick: \`now\` and \`seq\`, every 4 s; every 8 s the log's checkpoint (the log's own \`seq\` and \`hash\`), with a digest of what the viewer sees |

\`seq\` counts the events that everyone sees, and no number is left out. An event that is secret from others has the \`seq\` of the one before it; \`privy\` says how many
such events follow it (absent: none). These numbers are those of all calls; only a checkpoint, a receipt, the exported log and what rests on it have the log's own.

Events are short: what is null is left out, so is the \`actor\` of what a bidder does itself (\`bidder:<number>\`), and a \`lot\` whose id begins with the
session's has \`~\` in the place of that beginning (\`~~\`: an id that begins with \`~\`). The \`snapshot\` is the same for all buyers; \`own\`, before it, holds those of its
entries that the viewer sees otherwise: lots with the same id, and other records under the same key, take the place of the snapshot's.

Where a network lets no WebSocket through, the same frames come over HTTP. The queries are those above, with \`protocol=${LIVE_PROTOCOL}\` and an \`id\`
(\`[0-9a-z]{8,64}\`) that the client draws for its visit; the venue token is in \`Authorization: Bearer\`.

| call | answer |
|---|---|
| \`GET ${LIVE_STREAM_PATH}\` | \`text/event-stream\`, begun at once and not ended: each \`data:\` line is a frame; lines that begin with \`:\` are padding |
| \`GET ${LIVE_POLL_PATH}\` | \`text/plain\`, with frames written in the same way: at once if the client missed something or asks with \`wait=0\`, else with the next frames, after 25 s at the latest. The next poll resumes from the place of the last frame |
| \`POST ${LIVE_BEAT_PATH}\` | the heartbeat's echo, beside a stream |

A heartbeat's \`t\` and \`delay\` are queries of the same names, its \`seq\` is \`tick\`; a poll carries its own. The time for which a poll was held is added to the echoed \`t\`.
What closes a WebSocket is here a last frame, \`{"sendType":"0","code":…,"reason":…}\`: an event, or the JSON body of an answer that has no frames (status 400, 401, 403, 404, 409, 429 or 503).

Commands are not sent here but to the calls below \`${API_BASE}\`.`
