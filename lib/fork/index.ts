/**
 * Forks a participant: copies its contracts, packages and parties into a ledger in this process.
 */
export type { ForkCache } from "./fork-cache.ts";
export type { DisclosedToFork, ForkOptions } from "./fork-options.ts";
export { type Fork, forkParticipant, type ForkPin, type ForkProblem } from "./fork-participant.ts";
export type { RemoteOptions } from "./remote.ts";
export type { WebSocketClass, WebSocketLike } from "./remote-stream.ts";
