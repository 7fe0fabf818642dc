import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { RecordedCall } from "./recording.ts";
import type { PreparedForSigning, ReplayTarget } from "./replay-target.ts";

/** Maps each prepared transaction of the recording to the transaction that the replay prepared. */
export class ReplayPreparedTransactionMapping {
  readonly #replayed = new Map<unknown, PreparedForSigning>();

  /** Stores the recorded and the replayed response of a prepare call. */
  add({ path }: RecordedCall, recorded: unknown, answered: unknown): void {
    if (path !== "/v2/interactive-submission/prepare") return;
    if (isPrepared(recorded) && isPrepared(answered)) {
      this.#replayed.set(recorded.preparedTransaction, answered);
    }
  }

  /**
   * Returns the body of an execute request for the newly prepared transaction, with new signatures.
   * Returns undefined if the call is not an execute call, if it failed in the recording, if no
   * recorded call prepared its transaction, or if the target cannot sign.
   */
  async executeBody(
    { path, status }: RecordedCall,
    body: unknown,
    sign: ReplayTarget["sign"],
  ): Promise<JsonObject | undefined> {
    if (!path.startsWith("/v2/interactive-submission/execute") || status !== 200) return undefined;
    if (sign === undefined || !isJsonObject(body)) return undefined;
    const here = this.#replayed.get(body["preparedTransaction"]);
    if (here === undefined) return undefined;
    const { preparedTransaction } = here;
    return { ...body, preparedTransaction, ...(await sign(here, listSigners(body))) };
  }
}

const isPrepared = (json: unknown): json is PreparedForSigning & JsonObject =>
  isJsonObject(json) &&
  ["preparedTransaction", "preparedTransactionHash", "hashingSchemeVersion"].every(
    (name) => typeof json[name] === "string",
  );

const listSigners = ({ partySignatures }: JsonObject): readonly string[] => {
  const signatures = isJsonObject(partySignatures) ? partySignatures["signatures"] : undefined;
  if (!Array.isArray(signatures)) return [];
  return signatures.flatMap((signed: unknown) =>
    isJsonObject(signed) && typeof signed["party"] === "string" ? [signed["party"]] : [],
  );
};
