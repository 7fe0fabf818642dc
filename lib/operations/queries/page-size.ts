import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";

/**
 * Returns the requested page size, or the default (`fallback`). Raises INVALID_ARGUMENT for a size
 * below 1 or above `max`.
 */
export const readRequestedPageSize = (
  requested: number | undefined,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number => {
  const size = requested ?? Math.min(fallback, max);
  if (size >= 1 && size <= max) return size;
  throw createInvalidArgumentError({ field: "maxPageSize", expected: `1 to ${max}`, found: size });
};
