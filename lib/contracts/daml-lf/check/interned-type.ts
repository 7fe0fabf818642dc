import type { LfDataType } from "../syntax/ast.ts";
import { formatTypeKind, type TypeKind } from "./kind-table.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * Kinds of interned types. `variable`: a type variable that a scope binds. `bound`: a type variable that
 * a quantifier inside the type binds; its index counts quantifiers outwards from 0. `struct`: given by
 * its field names; the field types are its arguments. `alias`: a synonym with arguments, expanded only
 * when needed. `instance`: a quantified type with its type arguments, never part of another type.
 */
export type InternedTypeKind =
  | "variable"
  | "bound"
  | "constructor"
  | "builtin"
  | "alias"
  | "instance"
  | "nat"
  | "struct"
  | "forall";

/**
 * The head of a type: the properties that distinguish types without arguments. All kinds share one object
 * shape, because that makes the frequent reads fast.
 */
export interface InternedTypeHead {
  readonly kind: InternedTypeKind;
  /** For a constructor, builtin type, alias or variable: its name. */
  readonly name: string | undefined;
  /** For a number: the number. For a variable: its level. For a bound variable: its index. */
  readonly value: number;
  /** For a struct: its field names, sorted. */
  readonly names: readonly string[] | undefined;
  /** For a quantified type: its body. */
  readonly body: InternedType | undefined;
  /** For a quantified type: the kind of its variable. */
  readonly quantified: TypeKind | undefined;
  /** The kind of the type without arguments; undefined for a bound variable, which may have any kind. */
  readonly typeKind: TypeKind | undefined;
  /** For an alias: returns the type that it stands for with these arguments. */
  readonly expand: ((args: readonly InternedType[]) => InternedType) | undefined;
  readonly enclosingQuantifiers: number;
  readonly level: number;
}

export const createInternedTypeHead = (
  kind: InternedTypeKind,
  rest: Partial<Omit<InternedTypeHead, "kind">>,
): InternedTypeHead => ({
  kind,
  name: rest.name,
  value: rest.value ?? 0,
  names: rest.names,
  body: rest.body,
  quantified: rest.quantified,
  typeKind: rest.typeKind,
  expand: rest.expand,
  enclosingQuantifiers: rest.enclosingQuantifiers ?? 0,
  level: rest.level ?? 0,
});

/**
 * A type constructor (head) with arguments. A table creates each type only once, so types without aliases
 * are equal if they are identical. Raises DAR_VALIDATION_ERROR for arguments of the wrong kind; arguments
 * that depend on a bound variable were checked while the variable was in scope.
 */
export class InternedType {
  /** Creation order in its table. */
  readonly id: number;
  readonly kind: InternedTypeKind;
  /** The type that is applied to the arguments; the type itself if there are none. */
  readonly head: InternedType;
  readonly arguments: readonly InternedType[];
  /** Number of enclosing quantifiers that it refers to; 0 for a closed type. */
  readonly enclosingQuantifiers: number;
  /** One more than the highest level of its variables; 0 without variables. */
  readonly level: number;
  /** True if it contains an alias. */
  readonly hasAlias: boolean;
  /** Number of nodes of the type as a tree, with aliases not expanded; at most `maxSize`. */
  readonly size: number;
  /** Undefined if it depends on a bound variable. */
  readonly typeKind: TypeKind | undefined;
  /** Properties of the head. */
  readonly atom: InternedTypeHead;
  /** Cached results for this type. */
  cached: InternedTypeResultCache | undefined = undefined;

  constructor(
    id: number,
    atom: InternedTypeHead,
    head?: InternedType,
    args: readonly InternedType[] = [],
  ) {
    this.id = id;
    const { kind } = atom;
    this.kind = kind;
    this.atom = atom;
    this.head = head ?? this;
    this.arguments = args;
    let { enclosingQuantifiers, level, typeKind } = atom;
    let hasAlias = kind === "alias" || atom.body?.hasAlias === true;
    let size = 1 + (atom.body?.size ?? 0);
    for (let left = args.length; left > 0; left -= 1) {
      const argument = args[args.length - left];
      if (argument === undefined) continue;
      if (typeKind !== undefined) {
        // The field types of a struct are stored like arguments, but do not change the kind of the
        // struct.
        const isApplied = kind !== "struct";
        const expected = isApplied ? typeKind.parameter : typeKind;
        if (expected === undefined) throw tooManyArgumentsError(this.head);
        if (argument.typeKind !== expected) requireTypeKind(expected, argument);
        if (isApplied) typeKind = typeKind.result;
      }
      if (argument.enclosingQuantifiers > enclosingQuantifiers) {
        enclosingQuantifiers = argument.enclosingQuantifiers;
      }
      if (argument.level > level) level = argument.level;
      if (argument.hasAlias) hasAlias = true;
      size += argument.size;
    }
    this.size = size < maxSize ? size : maxSize;
    this.hasAlias = hasAlias;
    this.enclosingQuantifiers = enclosingQuantifiers;
    this.level = level;
    this.typeKind = typeKind;
  }

  /** Name of a constructor, builtin type, alias or variable. */
  get name(): string {
    return this.atom.name ?? "";
  }

  get cache(): InternedTypeResultCache {
    return (this.cached ??= new InternedTypeResultCache());
  }
}

/** Maximum of `size`. Types share parts, so a small type can represent a huge tree. */
const maxSize = 1_000_000_000;

const tooManyArgumentsError = (head: InternedType) =>
  createInvalidPackageError(
    `expected a higher-kinded type: ${formatInternedType(head)} takes fewer arguments`,
  );

/**
 * Checks that a type has the expected kind. A type that depends on a bound variable always passes. Raises
 * DAR_VALIDATION_ERROR.
 */
export const requireTypeKind = (expected: TypeKind, type: InternedType): void => {
  const { typeKind } = type;
  if (typeKind === expected || typeKind === undefined) return;
  throw createInvalidPackageError(
    `kind mismatch: ${formatInternedType(type)} is of kind ${formatTypeKind(typeKind)}, expected is ${formatTypeKind(expected)}`,
  );
};

/** Cached results for a type. */
export class InternedTypeResultCache {
  /** This type with a quantifier over one more variable of kind `*`. */
  quantified: InternedType | undefined = undefined;
  /**
   * The type in which the variables from level `from` to `last` are replaced by bound variables; only the
   * last result is kept.
   */
  closed:
    { readonly from: number; readonly last: number; readonly type: InternedType } | undefined =
    undefined;
  /** The expansion of an alias, or the result of an instance. */
  expansion: InternedType | undefined = undefined;
  /** For a constructor without arguments: its declaration. */
  declaration: LfDataType | undefined = undefined;
  /** For a data type: the types of fields or constructors that were requested before. */
  parts: Map<string, InternedType> | undefined = undefined;
}

/**
 * Maximum number of parts of a type in messages. Types share parts, so their texts could be extremely
 * long.
 */
const maxShown = 200;

/** Returns a type as text for messages, shortened if it is very long. */
export const formatInternedType = (type: InternedType): string => {
  let left = maxShown;
  const show = (each: InternedType | undefined): string => {
    left -= 1;
    if (left < 0 || each === undefined) return "…";
    const { atom, arguments: args } = each;
    if (atom.body !== undefined) return `forall. ${show(atom.body)}`;
    if (atom.names !== undefined) {
      return `<${atom.names.map((name, index) => `${name}: ${show(args[index])}`).join(", ")}>`;
    }
    return `${formatTypeHead(atom)}${args.map((argument) => ` (${show(argument)})`).join("")}`;
  };
  return show(type);
};

const formatTypeHead = ({ kind, name = "", value }: InternedTypeHead): string => {
  if (kind === "nat") return String(value);
  if (kind === "bound") return `#${value}`;
  return kind === "constructor" || kind === "alias" ? name.slice(name.indexOf(":") + 1) : name;
};
