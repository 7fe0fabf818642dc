/** An object as JSON.parse returns it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Any JSON value, as the ledger's responses contain it. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

export const isJsonObject = (json: unknown): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/**
 * Returns true for names that every object inherits, so that their absence needs a separate check.
 */
export const isInherited = (name: string): boolean => name in Object.prototype;

/** Sets an own property, also for the name `__proto__`, for which an assignment would not. */
export const setJsonProperty = (
  json: Record<string, unknown>,
  name: string,
  value: unknown,
): void => {
  if (name !== "__proto__") {
    json[name] = value;
  } else {
    Object.defineProperty(json, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
};
