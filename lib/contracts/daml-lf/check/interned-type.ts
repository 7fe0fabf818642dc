import type { DataType } from "../syntax/ast.ts";
import { showKind, type TypeKind } from "./kind-table.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * `variable`: one that a scope binds. `bound`: one that a quantifier inside the type binds, counted
 * outwards from 0. `struct`: by the names of its fields, whose types are its arguments. `alias`: a
 * synonym with its arguments, expanded where what it stands for matters. `instance`: a quantified type
 * with what is to be put in, never part of another type.
 */
export type InternedKind =
  | "variable"
  | "bound"
  | "constructor"
  | "builtin"
  | "alias"
  | "instance"
  | "nat"
  | "struct"
  | "forall";

/** What tells a type without arguments from others of its kind. One shape for all: it is read everywhere. */
export interface Atom {
  readonly kind: InternedKind;
  /** Of a constructor, a builtin type, an alias or a variable. */
  readonly name: string | undefined;
  /** Of a number: the number; of a variable: its level; of a bound one: its index. */
  readonly value: number;
  /** Of a struct: its fields, sorted. */
  readonly names: readonly string[] | undefined;
  /** Of a quantified type. */
  readonly body: InternedType | undefined;
  /** Of a quantified type: the kind of what it quantifies. */
  readonly quantified: TypeKind | undefined;
  /** The kind of the type without arguments; undefined of a bound variable, which stands for any. */
  readonly typeKind: TypeKind | undefined;
  /** Of an alias: what it stands for, given its arguments. */
  readonly expand: ((args: readonly InternedType[]) => InternedType) | undefined;
  readonly openness: number;
  readonly level: number;
}

export const atomOf = (kind: InternedKind, rest: Partial<Omit<Atom, "kind">>): Atom => ({
  kind,
  name: rest.name,
  value: rest.value ?? 0,
  names: rest.names,
  body: rest.body,
  quantified: rest.quantified,
  typeKind: rest.typeKind,
  expand: rest.expand,
  openness: rest.openness ?? 0,
  level: rest.level ?? 0,
});

/**
 * A head with arguments, of the kinds that it takes. A table makes each type once: types without aliases
 * are equal when they are identical. Raises DAR_VALIDATION_ERROR for arguments that do not fit; those that
 * depend on a bound variable were looked at when the variable was still in scope.
 */
export class InternedType {
  /** The order in which its table made it. */
  readonly id: number;
  readonly kind: InternedKind;
  /** What is applied to the arguments; the type itself where there are none. */
  readonly head: InternedType;
  readonly arguments: readonly InternedType[];
  /** How many quantifiers around it it refers to: 0 for a type that stands alone. */
  readonly openness: number;
  /** One more than the highest level of a variable in it, 0 where there is none. */
  readonly level: number;
  /** Whether an alias is in it. */
  readonly hasAlias: boolean;
  /** Of how many types it is made, aliases not expanded, each as often as it stands there; saturates. */
  readonly size: number;
  /** Undefined where it depends on a bound variable. */
  readonly typeKind: TypeKind | undefined;
  /** Of the head. */
  readonly atom: Atom;
  /** What was worked out for this type. */
  known: Findings | undefined = undefined;

  constructor(id: number, atom: Atom, head?: InternedType, args: readonly InternedType[] = []) {
    this.id = id;
    const { kind } = atom;
    this.kind = kind;
    this.atom = atom;
    this.head = head ?? this;
    this.arguments = args;
    let { openness, level, typeKind } = atom;
    let hasAlias = kind === "alias" || atom.body?.hasAlias === true;
    let size = 1 + (atom.body?.size ?? 0);
    for (let left = args.length; left > 0; left -= 1) {
      const argument = args[args.length - left];
      if (argument === undefined) continue;
      if (typeKind !== undefined) {
        // The types of the fields of a struct are no arguments, and of the kind of the struct.
        const isApplied = kind !== "struct";
        const expected = isApplied ? typeKind.parameter : typeKind;
        if (expected === undefined) throw takesNoMore(this.head);
        if (argument.typeKind !== expected) expectKind(expected, argument);
        if (isApplied) typeKind = typeKind.result;
      }
      if (argument.openness > openness) openness = argument.openness;
      if (argument.level > level) level = argument.level;
      if (argument.hasAlias) hasAlias = true;
      size += argument.size;
    }
    this.size = size < maxSize ? size : maxSize;
    this.hasAlias = hasAlias;
    this.openness = openness;
    this.level = level;
    this.typeKind = typeKind;
  }

  /** Of a constructor, a builtin type, an alias or a variable. */
  get name(): string {
    return this.atom.name ?? "";
  }

  get findings(): Findings {
    return (this.known ??= new Findings());
  }
}

/** Types share their parts, so a short one can unfold to more than can be counted. */
const maxSize = 1_000_000_000;

const takesNoMore = (head: InternedType) =>
  invalidPackage(`expected a higher-kinded type: ${showType(head)} takes fewer arguments`);

/** Returns if the type is of the kind, or depends on a bound variable. Raises DAR_VALIDATION_ERROR. */
export const expectKind = (expected: TypeKind, type: InternedType): void => {
  const { typeKind } = type;
  if (typeKind === expected || typeKind === undefined) return;
  throw invalidPackage(
    `kind mismatch: ${showType(type)} is of kind ${showKind(typeKind)}, expected is ${showKind(expected)}`,
  );
};

/** What is worked out for a type is kept with it. */
export class Findings {
  /** The type under one more quantifier, over types of kind `*`. */
  quantified: InternedType | undefined = undefined;
  /** The type with bound variables in place of those of some levels, as last worked out. */
  closed:
    { readonly from: number; readonly last: number; readonly type: InternedType } | undefined =
    undefined;
  /** What an alias stands for, what an instance comes to. */
  meaning: InternedType | undefined = undefined;
  /** Of a constructor without arguments: its declaration. */
  declaration: DataType | undefined = undefined;
  /** Of a data type: its fields or constructors, as far as they were asked for. */
  parts: Map<string, InternedType> | undefined = undefined;
}

/** How many parts of a type messages show: types can share what unfolds without end. */
const maxShown = 200;

/** How a type is written in messages; shortened where it is very long. */
export const showType = (type: InternedType): string => {
  let left = maxShown;
  const show = (each: InternedType | undefined): string => {
    left -= 1;
    if (left < 0 || each === undefined) return "…";
    const { atom, arguments: args } = each;
    if (atom.body !== undefined) return `forall. ${show(atom.body)}`;
    if (atom.names !== undefined) {
      return `<${atom.names.map((name, index) => `${name}: ${show(args[index])}`).join(", ")}>`;
    }
    return `${showHead(atom)}${args.map((argument) => ` (${show(argument)})`).join("")}`;
  };
  return show(type);
};

const showHead = ({ kind, name = "", value }: Atom): string => {
  if (kind === "nat") return String(value);
  if (kind === "bound") return `#${value}`;
  return kind === "constructor" || kind === "alias" ? name.slice(name.indexOf(":") + 1) : name;
};
