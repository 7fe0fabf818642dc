/** An object as JSON.parse returns it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Any JSON value, as the ledger's responses contain it. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

export const isJsonObject = (json: unknown): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** Returns the value of a JSON text; undefined for any other text. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/**
 * Returns true for names of properties that every object inherits, such as `toString`. Reading such
 * a property does not show whether an object has it.
 */
export const isInheritedPropertyName = (name: string): boolean => name in Object.prototype;

/**
 * Sets an own property. Also works for the name `__proto__`, for which an assignment would set the
 * prototype.
 */
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
