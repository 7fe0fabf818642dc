import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { RecordedCall } from "./recording.ts";
import type { PreparedHere, ReplayTarget } from "./replay-target.ts";

/** What was prepared now for what was prepared when it was recorded. */
export class PreparedAgain {
  readonly #here = new Map<unknown, PreparedHere>();

  /** Hears of the answers of a call, then and now. */
  learn({ path }: RecordedCall, recorded: unknown, answered: unknown): void {
    if (path !== "/v2/interactive-submission/prepare") return;
    if (isPrepared(recorded) && isPrepared(answered)) {
      this.#here.set(recorded.preparedTransaction, answered);
    }
  }

  /**
   * What is to be executed now, where somebody signs it; undefined for what is no execution, was refused then, or was prepared by
   * somebody else.
   */
  async execution(
    { path, status }: RecordedCall,
    body: unknown,
    sign: ReplayTarget["sign"],
  ): Promise<JsonObject | undefined> {
    if (!path.startsWith("/v2/interactive-submission/execute") || status !== 200) return undefined;
    if (sign === undefined || !isJsonObject(body)) return undefined;
    const here = this.#here.get(body["preparedTransaction"]);
    if (here === undefined) return undefined;
    const { preparedTransaction } = here;
    return { ...body, preparedTransaction, ...(await sign(here, signersIn(body))) };
  }
}

const isPrepared = (json: unknown): json is PreparedHere & JsonObject =>
  isJsonObject(json) &&
  ["preparedTransaction", "preparedTransactionHash", "hashingSchemeVersion"].every(
    (name) => typeof json[name] === "string",
  );

const signersIn = ({ partySignatures }: JsonObject): readonly string[] => {
  const signatures = isJsonObject(partySignatures) ? partySignatures["signatures"] : undefined;
  if (!Array.isArray(signatures)) return [];
  return signatures.flatMap((signed: unknown) =>
    isJsonObject(signed) && typeof signed["party"] === "string" ? [signed["party"]] : [],
  );
};
