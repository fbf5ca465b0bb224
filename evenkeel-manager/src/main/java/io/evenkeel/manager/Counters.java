package io.evenkeel.manager;

/** What has happened since the start. */
final class Counters {
  long evictedStripes;
  long refusedReservations;
  long lapsedReservations;
  long lostStripes;
  long ticketRequests;
  long ticketHits;
  long stragglerRequests;
  long stragglerHits;
  long doneFills;
  long failedFills;

  /** Of the published encodings now, those that were prefetched. */
  long prefetchedStripes;
}
