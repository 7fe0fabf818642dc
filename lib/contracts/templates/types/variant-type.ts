import type { QualifiedName } from "../../../base/identifiers/identifiers.ts";
import { createNamedType } from "../../../base/values/common-types.ts";
import {
  createEnumValue,
  createVariantValue as variantValue,
} from "../../../base/values/constructors.ts";
import { prependPathIfLedgerError, unexpectedJsonError } from "../../../base/values/value-error.ts";
import { assertQualifiedName, assertValidDamlNames } from "./declared-names.ts";
import type {
  DataTypeDefinedByPackage,
  DeclaredType,
  Descriptor,
  Fields,
  InputOf,
  NativeOf,
} from "./descriptor.ts";
import { createTypeDescriptor } from "./record-type.ts";
import { createTypeArgumentPlaceholders, createTypeParameterNames } from "./type-parameters.ts";
import { upgradeValueMismatchError } from "./upgrade-value-mismatch-error.ts";

/**
 * The type of each constructor, in rank order. A constructor that is given as fields gets a record type named
 * `Module:Name.Constructor`.
 */
export type VariantConstructorTypes = Readonly<Record<string, DeclaredType>>;

/** A variant type: one of several constructors, as `{ tag, value }` in code and in JSON. */
export interface VariantDescriptor<C extends VariantConstructorTypes> extends Descriptor<
  { readonly [Tag in keyof C & string]: Tagged<Tag, NativeOf<C[Tag]>> }[keyof C & string],
  { readonly [Tag in keyof C & string]: TaggedInput<Tag, InputOf<C[Tag]>> }[keyof C & string]
> {
  readonly kind: "named";
}

/** A value of a variant: a constructor with its content. */
export interface Tagged<Tag extends string, Item> {
  readonly tag: Tag;
  readonly value: Item;
}

/** A value of type Unit may be omitted. */
export type TaggedInput<Tag extends string, Item> = undefined extends Item
  ? { readonly tag: Tag; readonly value?: Item }
  : Tagged<Tag, Item>;

/**
 * Declares the variant type `Module:Name`. For a recursive type, pass the constructors as a function, as
 * for records. Raises INVALID_ARGUMENT for a malformed name.
 */
export const variant = <C extends VariantConstructorTypes>(
  name: QualifiedName,
  constructors: C | (() => C),
): VariantDescriptor<C> => {
  assertQualifiedName(name);
  const declared = describeOnce(name, () =>
    typeof constructors === "function" ? constructors() : constructors,
  );
  return describeVariant(createVariantDefinition(name, [], declared), [], declared);
};

/**
 * Declares a variant type with type parameters, one per parameter of `constructors`. Raises
 * INVALID_ARGUMENT for a malformed name.
 */
export const genericVariant = <P extends readonly Descriptor[], C extends Fields>(
  name: QualifiedName,
  constructors: (...parameters: P) => C,
): ((...parameters: P) => VariantDescriptor<C>) => {
  assertQualifiedName(name);
  const names = createTypeParameterNames(constructors.length);
  const definition = createVariantDefinition(
    name,
    names,
    // Pass placeholders instead of type arguments, because `constructors` only passes its
    // parameters on.
    describeOnce(name, () =>
      constructors(...(createTypeArgumentPlaceholders(names) as unknown as P)),
    ),
  );
  return (...applied) =>
    describeVariant(
      definition,
      applied,
      describeOnce(name, () => constructors(...applied)),
    );
};

/**
 * Declares the enum type `Module:Name`. `constructors` are its names in rank order; in contract code, a value
 * is one of these strings. Raises INVALID_ARGUMENT for a malformed name.
 */
export const enumeration = <const Names extends readonly string[]>(
  name: QualifiedName,
  constructors: Names,
): Descriptor<Names[number], Names[number]> => {
  assertQualifiedName(name);
  assertValidDamlNames(constructors);
  const definition: DataTypeDefinedByPackage = {
    name,
    define: () => ({ kind: "enum", constructors }),
  };
  const isConstructor = (input: unknown): input is Names[number] =>
    constructors.some((constructor) => constructor === input);
  return {
    kind: "named",
    encode(input) {
      if (!isConstructor(input)) {
        throw unexpectedJsonError(`one of ${constructors.join(", ")}`, input);
      }
      return createEnumValue(input);
    },
    decode(value) {
      if (value.kind !== "enum" || !isConstructor(value.constructor)) {
        throw upgradeValueMismatchError(name, value);
      }
      return value.constructor;
    },
    typeIn: (scope) => createNamedType(scope.getTypeId(definition)),
  };
};

type DescribedConstructors = () => ReadonlyMap<string, Descriptor>;

const describeOnce = (
  name: QualifiedName,
  declared: () => VariantConstructorTypes,
): DescribedConstructors => {
  let result: ReadonlyMap<string, Descriptor> | undefined;
  return () =>
    (result ??= new Map(
      Object.entries(declared()).map(([tag, item]) => [
        tag,
        createTypeDescriptor(item, `${name}.${tag}`),
      ]),
    ));
};

const createVariantDefinition = (
  name: QualifiedName,
  parametersOf: readonly string[],
  constructors: DescribedConstructors,
): DataTypeDefinedByPackage => ({
  name,
  define(scope) {
    const fields = [...constructors()].map(([tag, item]) => ({
      name: tag,
      type: item.typeIn(scope),
    }));
    assertValidDamlNames(fields.map((field) => field.name));
    return { kind: "variant", parameters: parametersOf, constructors: fields };
  },
});

const describeVariant = <C extends VariantConstructorTypes>(
  definition: DataTypeDefinedByPackage,
  applied: readonly Descriptor[],
  constructors: DescribedConstructors,
): VariantDescriptor<C> => ({
  kind: "named",
  encode(input) {
    const { tag, value } = readTagged(definition.name, input);
    const item = constructors().get(tag);
    if (item === undefined) {
      throw prependPathIfLedgerError(
        "tag",
        unexpectedJsonError(`one of ${[...constructors().keys()].join(", ")}`, tag),
      );
    }
    try {
      return variantValue(tag, item.encode(value));
    } catch (error) {
      throw prependPathIfLedgerError("value", error);
    }
  },
  decode(value) {
    const item = value.kind === "variant" ? constructors().get(value.constructor) : undefined;
    if (value.kind !== "variant" || item === undefined) {
      throw upgradeValueMismatchError(definition.name, value);
    }
    const native = { tag: value.constructor, value: item.decode(value.value) };
    // The tag is one of the constructors, and the item has its native type.
    return Object.freeze(native) as unknown as NativeOf<VariantDescriptor<C>>;
  },
  typeIn: (scope) =>
    createNamedType(
      scope.getTypeId(definition),
      ...applied.map((argument) => argument.typeIn(scope)),
    ),
});

const readTagged = (
  name: QualifiedName,
  input: unknown,
): { readonly tag: string; readonly value: unknown } => {
  if (typeof input !== "object" || input === null || !("tag" in input)) {
    throw unexpectedJsonError(`{ tag, value } of ${name}`, input);
  }
  if (typeof input.tag !== "string") {
    throw prependPathIfLedgerError("tag", unexpectedJsonError("a text", input.tag));
  }
  return { tag: input.tag, value: "value" in input ? input.value : undefined };
};
