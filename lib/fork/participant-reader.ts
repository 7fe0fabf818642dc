import type { JsonObject } from "../base/values/json-object.ts";

/** What answers as a participant does, where it only reads: the participant itself, or what was kept of its answers. */
export interface ParticipantReader {
  readonly hasToken: boolean;
  /** Whether nobody is asked any more. */
  readonly isKept?: true;
  get(path: string): Promise<JsonObject>;
  post(path: string, body: unknown): Promise<unknown>;
  bytes(path: string): Promise<Uint8Array>;
}
