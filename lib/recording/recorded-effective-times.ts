import type { Offset } from "../base/identifiers/identifiers.ts";
import { parseInstant } from "../base/values/instant.ts";
import { isJsonObject } from "../base/values/json-object.ts";
import type { RecordedBody, RecordedCall, RecordedExchange } from "./recording.ts";

/**
 * The effective times of transactions that are in the responses of a recording. Contract ids depend
 * on this time. If a recorded signature covers a contract id, a replay must create the contract at
 * the same time, so that the contract gets the same id.
 */
export class RecordedEffectiveTimes {
  readonly #times = new Map<Offset, bigint>();

  constructor(exchanges: readonly RecordedExchange[]) {
    for (const exchange of exchanges) {
      for (const body of listResponses(exchange)) if ("json" in body) this.#collectTimes(body.json);
    }
  }

  /**
   * Returns the effective time of the call's transaction, in microseconds since 1970. Returns
   * undefined if the call made no transaction or its time is unknown.
   */
  findTimeOfCall({ answer }: RecordedCall): bigint | undefined {
    const body = answer !== undefined && "json" in answer ? answer.json : undefined;
    return isJsonObject(body) ? this.#findTimeOfOffset(findResponseOffset(body)) : undefined;
  }

  #findTimeOfOffset(offset: unknown): bigint | undefined {
    return typeof offset === "number" ? this.#times.get(offset) : undefined;
  }

  #collectTimes(json: unknown): void {
    if (Array.isArray(json)) {
      for (const item of json as readonly unknown[]) this.#collectTimes(item);
    }
    if (!isJsonObject(json)) return;
    const { offset, effectiveAt = json["createdAt"] } = json;
    const time = typeof effectiveAt === "string" ? parseInstant(effectiveAt) : undefined;
    if (typeof offset === "number" && time !== undefined) this.#times.set(offset, time);
    for (const value of Object.values(json)) this.#collectTimes(value);
  }
}

const listResponses = (exchange: RecordedExchange): readonly RecordedBody[] =>
  exchange.kind === "call"
    ? exchange.answer === undefined
      ? []
      : [exchange.answer]
    : exchange.frames.filter(({ from }) => from === "participant").map(({ body }) => body);

/** Returns the offset in the response to a submission. */
const findResponseOffset = (body: Readonly<Record<string, unknown>>): unknown => {
  const { transaction, reassignment, completionOffset } = body;
  if (isJsonObject(transaction)) return transaction["offset"];
  return isJsonObject(reassignment) ? reassignment["offset"] : completionOffset;
};
