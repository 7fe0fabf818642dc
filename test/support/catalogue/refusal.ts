import { isJsonObject } from "../../../lib/base/values/json-object.ts";
import type { Answer } from "../api-client.ts";

/** All that programs can go by in a refusal, which is everything but the sentence for people. */
export type Refusal = Readonly<Record<string, unknown>>;

export const refusalIn = ({ status, contentType, json, text }: Answer): Refusal => {
  if (!isJsonObject(json)) return { status, contentType, begins: text.slice(0, 14) };
  const { context } = json;
  return {
    status,
    ...Object.fromEntries(Object.entries(json).filter(([key]) => !notCompared.has(key))),
    context: lasting(isJsonObject(context) ? withoutTrace(context) : context),
    resources: lasting(json["resources"]),
    identified: [json["correlationId"] !== null, json["traceId"] !== null],
  };
};

const notCompared: ReadonlySet<string> = new Set(["cause", "correlationId", "traceId"]);

/** The trace is another after every call. */
const withoutTrace = (context: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(context).map(([key, value]) => [
      key,
      /^tid$|^submissionId$/.test(key) ? "…" : value,
    ]),
  );

/** Without hashes, which change with every package, and the number of the protocol. */
const lasting = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replaceAll(/\b(?:0[01]|1220)?[0-9a-f]{8,}(?:ca1[0-2][0-9a-f]*)?\b/g, "…")
      .replaceAll(/::3\d-0\b/g, "::…"),
  );
