import * as z from "zod";

/** Returns true if a text can be a segment of a URL's path: `.` and `..` have another meaning there. */
export const isValidUrlPathSegment = (name: string): boolean => name !== "." && name !== "..";

/** Reads a name that becomes a segment of a URL's path. */
export const urlPathSegmentSchema = z
  .string()
  .refine(isValidUrlPathSegment, "A name must not be . or ..");
