import { setJsonProperty } from "../base/values/json-object.ts";
import type { Correspondence } from "./correspondence.ts";
import { isOffsetField } from "./fields.ts";

/** Returns a recorded body with replayed ids and offsets, for sending. */
export const translated = (body: unknown, known: Correspondence, field = ""): unknown => {
  if (typeof body === "string") return known.sentText(body);
  if (typeof body === "number" && isOffsetField(field)) return known.sentOffset(body);
  if (Array.isArray(body)) return body.map((item) => translated(item, known, field));
  if (typeof body !== "object" || body === null) return body;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    setJsonProperty(copy, known.sentText(name), translated(value, known, name));
  }
  return copy;
};
