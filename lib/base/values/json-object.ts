/** An object as JSON.parse gives it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What JSON can say, as the answers of the ledger have it. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

export const isJsonObject = (json: unknown): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** True for names that every object answers to, so that absence has to be asked for. */
export const isInherited = (name: string): boolean => name in Object.prototype;

/** Sets an own property whatever its name: assigning to `__proto__` would not. */
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
