import type { Offset } from "../base/identifiers/identifiers.ts";
import { parseInstant } from "../base/values/instant.ts";
import { isJsonObject } from "../base/values/json-object.ts";
import type { Exchange, RecordedBody, RecordedCall } from "./recording.ts";

/**
 * When transactions took effect, as far as any answer of a recording tells it. Ids of contracts depend on it: one that was signed for
 * elsewhere is the same here only if it is created at the same time.
 */
export class EffectiveTimes {
  readonly #times = new Map<Offset, bigint>();

  constructor(exchanges: readonly Exchange[]) {
    for (const exchange of exchanges) {
      for (const body of answersOf(exchange)) if ("json" in body) this.#learn(body.json);
    }
  }

  /** In microseconds since 1970; undefined where the call made no transaction, or nothing tells when. */
  of({ answer }: RecordedCall): bigint | undefined {
    const body = answer !== undefined && "json" in answer ? answer.json : undefined;
    return isJsonObject(body) ? this.#timeAt(offsetIn(body)) : undefined;
  }

  #timeAt(offset: unknown): bigint | undefined {
    return typeof offset === "number" ? this.#times.get(offset) : undefined;
  }

  #learn(json: unknown): void {
    if (Array.isArray(json)) for (const item of json as readonly unknown[]) this.#learn(item);
    if (!isJsonObject(json)) return;
    const { offset, effectiveAt = json["createdAt"] } = json;
    const time = typeof effectiveAt === "string" ? parseInstant(effectiveAt) : undefined;
    if (typeof offset === "number" && time !== undefined) this.#times.set(offset, time);
    for (const value of Object.values(json)) this.#learn(value);
  }
}

const answersOf = (exchange: Exchange): readonly RecordedBody[] =>
  exchange.kind === "call"
    ? exchange.answer === undefined
      ? []
      : [exchange.answer]
    : exchange.frames.filter(({ from }) => from === "participant").map(({ body }) => body);

/** Of what a submission is answered with. */
const offsetIn = (body: Readonly<Record<string, unknown>>): unknown => {
  const { transaction, reassignment, completionOffset } = body;
  if (isJsonObject(transaction)) return transaction["offset"];
  return isJsonObject(reassignment) ? reassignment["offset"] : completionOffset;
};
