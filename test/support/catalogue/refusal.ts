import { isJsonObject } from "../../../lib/base/values/json-object.ts";
import type { Answer } from "../api-client.ts";

/** All parts of an error that programs depend on, that is, everything but the message. */
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

/** The trace id differs in every call. */
const withoutTrace = (context: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(context).map(([key, value]) => [
      key,
      /^tid$|^submissionId$/.test(key) ? "…" : value,
    ]),
  );

/** Without hashes, which change with every package, and without the protocol version. */
const lasting = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replaceAll(/\b(?:0[01]|1220)?[0-9a-f]{8,}(?:ca1[0-2][0-9a-f]*)?\b/g, "…")
      .replaceAll(/::3\d-0\b/g, "::…"),
  );
