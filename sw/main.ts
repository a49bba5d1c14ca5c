import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope

// No skipWaiting: an update waits until the person agrees to it.
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
