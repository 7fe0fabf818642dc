import type { JsonObject } from "../base/values/json-object.ts";

/** Read access to a participant: either the participant itself or its recorded answers. */
export interface ParticipantReader {
  readonly hasToken: boolean;
  /** True if the answers come from a cache, and the participant is not called. */
  readonly isKept?: true;
  get(path: string): Promise<JsonObject>;
  post(path: string, body: unknown): Promise<unknown>;
  bytes(path: string): Promise<Uint8Array>;
}
