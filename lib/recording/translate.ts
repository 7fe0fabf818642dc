import { setJsonProperty } from "../base/values/json-object.ts";
import { isOffsetField } from "./fields.ts";
import type { ReplayIdMapping } from "./replay-id-mapping.ts";

/**
 * Replaces the recorded ids and offsets in a body with the replayed ones, so that the body can be
 * sent.
 */
export const translateRecordedIds = (
  body: unknown,
  known: ReplayIdMapping,
  field = "",
): unknown => {
  if (typeof body === "string") return known.toReplayedText(body);
  if (typeof body === "number" && isOffsetField(field)) return known.toReplayedOffset(body);
  if (Array.isArray(body)) return body.map((item) => translateRecordedIds(item, known, field));
  if (typeof body !== "object" || body === null) return body;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    setJsonProperty(copy, known.toReplayedText(name), translateRecordedIds(value, known, name));
  }
  return copy;
};
