import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { findMostSimilarText } from "../../../base/errors/nearest.ts";
import type { QualifiedName } from "../../../base/identifiers/identifiers.ts";
import { createNamedType } from "../../../base/values/common-types.ts";
import { createRecordValue as recordValue, none } from "../../../base/values/constructors.ts";
import { isInheritedPropertyName, setJsonProperty } from "../../../base/values/json-object.ts";
import type { Field } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import { prependPathIfLedgerError, unexpectedJsonError } from "../../../base/values/value-error.ts";
import { assertQualifiedName, assertValidDamlNames } from "./declared-names.ts";
import type {
  DataTypeDefinedByPackage,
  DeclaredType,
  Descriptor,
  Fields,
  InputOf,
  NativeOf,
  TypeIdAssigner,
} from "./descriptor.ts";
import { createTypeArgumentPlaceholders, createTypeParameterNames } from "./type-parameters.ts";
import { upgradeValueMismatchError } from "./upgrade-value-mismatch-error.ts";

/** A record type; contract code gets frozen objects. */
export interface RecordDescriptor<F extends Fields> extends Descriptor<NativeOf<F>, InputOf<F>> {
  readonly kind: "named";
  /** The declared fields. */
  readonly fields: F;
}

/**
 * Declares the record type `Module:Name`. For a recursive type, pass the fields as a function and annotate
 * the type: `const Tree: Descriptor<Tree, TreeInput> = record("Main:Tree", () => ({ … }))`. Raises
 * INVALID_ARGUMENT for a malformed name.
 */
export const record = <F extends Fields>(
  name: QualifiedName,
  fields: F | (() => F),
): RecordDescriptor<F> => {
  assertQualifiedName(name);
  const declared = memoize(() => (typeof fields === "function" ? fields() : fields));
  return describeRecord(createRecordDefinition(name, [], declared), [], declared);
};

/**
 * Declares a record type with type parameters, one per parameter of `fields`: `const Pair =
 * genericRecord("Main:Pair", <A extends Descriptor, B extends Descriptor>(first: A, second: B) => ({ first,
 * second }))`, then `Pair(Text, Int64)`. Raises INVALID_ARGUMENT for a malformed name.
 */
export const genericRecord = <P extends readonly Descriptor[], F extends Fields>(
  name: QualifiedName,
  fields: (...parameters: P) => F,
): ((...parameters: P) => RecordDescriptor<F>) => {
  assertQualifiedName(name);
  const names = createTypeParameterNames(fields.length);
  // Pass placeholders instead of type arguments, because `fields` only passes its parameters on.
  const definition = createRecordDefinition(name, names, () =>
    fields(...(createTypeArgumentPlaceholders(names) as unknown as P)),
  );
  return (...applied) =>
    describeRecord(
      definition,
      applied,
      memoize(() => fields(...applied)),
    );
};

/**
 * Returns the descriptor of a declared type. An object of fields becomes a record type with the
 * given name.
 */
export const createTypeDescriptor = (declared: DeclaredType, name: QualifiedName): Descriptor =>
  isDescriptor(declared) ? declared : record(name, declared);

/**
 * Returns true for a descriptor, false for a Fields object. The properties of a Fields object are
 * descriptors, so they are never functions.
 */
const isDescriptor = (declared: DeclaredType): declared is Descriptor =>
  typeof declared.encode === "function" && typeof declared.decode === "function";

/** Raises INVALID_ARGUMENT for a value that is no type. Programs without types often pass `Numeric`. */
const assertDescriptor = (of: unknown, field: string): void => {
  if (typeof of === "object" && of !== null && "typeIn" in of) return;
  const expected = "a type such as Text or Numeric(10)";
  throw createInvalidArgumentError({ field, expected, found: of });
};

const createRecordDefinition = (
  name: QualifiedName,
  parametersOf: readonly string[],
  declared: () => Fields,
): DataTypeDefinedByPackage => ({
  name,
  define(scope) {
    const fields = Object.entries(declared()).map(([field, of]): Field => {
      assertDescriptor(of, `${name}.${field}`);
      return { name: field, type: of.typeIn(scope) };
    });
    assertValidDamlNames(fields.map((field) => field.name));
    return { kind: "record", parameters: parametersOf, fields };
  },
});

const describeRecord = <F extends Fields>(
  definition: DataTypeDefinedByPackage,
  applied: readonly Descriptor[],
  declared: () => F,
): RecordDescriptor<F> => {
  const parts = memoize(() => describeParts(definition.name, declared()));
  return {
    kind: "named",
    get fields() {
      return declared();
    },
    encode: (input) => encodeRecord(parts(), input),
    // The object has a property of the native type for every field.
    decode: (value) => decodeRecord(parts(), value) as NativeOf<F>,
    typeIn: (scope: TypeIdAssigner) =>
      createNamedType(
        scope.getTypeId(definition),
        ...applied.map((argument) => argument.typeIn(scope)),
      ),
  };
};

interface RecordDescription {
  readonly name: QualifiedName;
  readonly fields: readonly RecordFieldDescription[];
}

interface RecordFieldDescription {
  readonly name: string;
  readonly descriptor: Descriptor;
  readonly isOptional: boolean;
  readonly isInherited: boolean;
}

const describeParts = (name: QualifiedName, fields: Fields): RecordDescription => ({
  name,
  fields: Object.entries(fields).map(([field, descriptor]) => ({
    name: field,
    descriptor,
    isOptional: descriptor.kind === "optional",
    isInherited: isInheritedPropertyName(field),
  })),
});

const encodeRecord = ({ name, fields }: RecordDescription, input: unknown): Value => {
  if (!isObject(input)) throw unexpectedJsonError(`an object with the fields of ${name}`, input);
  const values: Value[] = [];
  let known = 0;
  let at = "";
  try {
    for (const field of fields) {
      at = field.name;
      const isThere = !field.isInherited || Object.hasOwn(input, at);
      const given = isThere ? input[at] : undefined;
      if (given !== undefined || Object.hasOwn(input, at)) known++;
      values.push(field.descriptor.encode(given));
    }
  } catch (error) {
    // If the field is missing because its name is misspelled, raise the error for the unknown name
    // instead.
    if (!Object.hasOwn(input, at)) assertNoUnknownFields(name, fields, input);
    throw prependPathIfLedgerError(at, error);
  }
  if (Object.keys(input).length !== known) assertNoUnknownFields(name, fields, input);
  return recordValue(values);
};

const decodeRecord = ({ name, fields }: RecordDescription, value: Value): unknown => {
  if (value.kind !== "record" || value.fields.length > fields.length) {
    throw upgradeValueMismatchError(name, value);
  }
  const native: Record<string, unknown> = {};
  fields.forEach((field, index) => {
    const part = value.fields[index];
    if (part === undefined && !field.isOptional) {
      throw upgradeValueMismatchError(`the field ${field.name}`, part);
    }
    setJsonProperty(native, field.name, field.descriptor.decode(part ?? none));
  });
  return Object.freeze(native);
};

const assertNoUnknownFields = (
  name: QualifiedName,
  fields: readonly RecordFieldDescription[],
  input: Readonly<Record<string, unknown>>,
): void => {
  const names = fields.map((field) => field.name);
  const unknown = Object.keys(input).find((key) => !names.includes(key));
  if (unknown === undefined) return;
  const meant = findMostSimilarText(unknown, names);
  const advice =
    meant === undefined
      ? `the fields are ${names.join(", ") || "none"}.`
      : `did you mean ${meant}?`;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `${name} has no field ${unknown}; ${advice}`,
    expected: meant ?? names.join(", "),
    path: unknown,
  });
};

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === "object" && input !== null && !Array.isArray(input);

const memoize = <Result>(compute: () => Result): (() => Result) => {
  let result: { readonly of: Result } | undefined;
  return () => (result ??= { of: compute() }).of;
};
