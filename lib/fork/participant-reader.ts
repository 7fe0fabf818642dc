import type { JsonObject } from "../base/values/json-object.ts";

/** Reads from a participant, or from its recorded responses. */
export interface ParticipantReader {
  readonly hasToken: boolean;
  /** True if the responses come from a cache, and the participant is not called. */
  readonly isCached?: true;
  get(path: string): Promise<JsonObject>;
  postJson(path: string, body: unknown): Promise<unknown>;
  getBytes(path: string): Promise<Uint8Array>;
}
