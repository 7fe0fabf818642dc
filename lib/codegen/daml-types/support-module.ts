/**
 * JavaScript that all companions use. `@mojotech/json-type-validation` is a CommonJS module in Node and
 * an ES module for bundlers, so the code accepts both. Nested Optionals are encoded as participants
 * encode them, which `@daml/types` 3.5 does not do.
 */
export const companionSupportModuleSource = `import * as validation from "@mojotech/json-type-validation";

/** The decoder library. */
export const jtv = validation["default"] ?? validation;

const nested = Symbol.for("ledger-in-a-box.nested");

/** Returns an array with one value or no value. */
const bracketed = (part) => ({
  decoder: jtv.oneOf(jtv.constant([]), jtv.tuple([part.decoder])),
  encode: (value) => value.map((each) => part.encode(each)),
});

const plain = (part) => ({
  decoder: jtv
    .optional(jtv.oneOf(jtv.constant(null), part.decoder))
    .map((value) => value ?? null),
  encode: (value) => (value === null || value === undefined ? null : part.encode(value)),
});

/**
 * Returns the companion of an Optional. Values are those of @daml/types: null, [] and [x]. The JSON is that of
 * participants: for an Optional in an Optional, [] is None, [[]] is Some None and [[x]] is Some (Some x).
 */
export const optional = (element) => {
  const inner = element[nested];
  if (!inner) return { ...plain(element), [nested]: bracketed(element) };
  const outer = bracketed(inner);
  return {
    decoder: outer.decoder.map(([value = null]) => value),
    encode: (value) => outer.encode(value === null || value === undefined ? [] : [value]),
    [nested]: outer,
  };
};

/** Returns the companion of an Optional of a type parameter. Its JSON is never nested, so Some None is also null. */
export const optionalOf = (parameter) => {
  if (!parameter[nested]) return optional(parameter);
  const inner = {
    decoder: parameter.decoder.map((value) => (value === null ? [] : [value])),
    encode: ([value = null]) => parameter.encode(value),
  };
  return { ...plain(inner), [nested]: bracketed(inner) };
};
`;
