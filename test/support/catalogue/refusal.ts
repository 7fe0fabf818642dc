import { isJsonObject } from "../../../lib/base/values/json-object.ts";
import type { Answer } from "../api-client.ts";

/** The parts of an error on which programs depend, that is, everything but the message. */
export type Refusal = Readonly<Record<string, unknown>>;

export const refusalIn = ({ status, contentType, json, text }: Answer): Refusal => {
  if (!isJsonObject(json)) return { status, contentType, begins: text.slice(0, 14) };
  const { context } = json;
  return {
    status,
    ...Object.fromEntries(Object.entries(json).filter(([key]) => !notCompared.has(key))),
    context: withoutVolatileParts(isJsonObject(context) ? withoutTrace(context) : context),
    resources: withoutVolatileParts(json["resources"]),
    identified: [json["correlationId"] !== null, json["traceId"] !== null],
  };
};

const notCompared: ReadonlySet<string> = new Set(["cause", "correlationId", "traceId"]);

/** Returns the context without the trace id, which differs in every call. */
const withoutTrace = (context: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(context).map(([key, value]) => [
      key,
      /^tid$|^submissionId$/.test(key) ? "…" : value,
    ]),
  );

/** Replaces hashes, which change with every package, and the protocol version. */
const withoutVolatileParts = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replaceAll(/\b(?:0[01]|1220)?[0-9a-f]{8,}(?:ca1[0-2][0-9a-f]*)?\b/g, "…")
      .replaceAll(/::3\d-0\b/g, "::…"),
  );
