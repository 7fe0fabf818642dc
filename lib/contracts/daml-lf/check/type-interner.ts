import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { BuiltinType, TypeParameter } from "../syntax/ast.ts";
import {
  createInternedTypeHead,
  formatInternedType,
  InternedType,
  type InternedTypeHead,
  requireTypeKind,
} from "./interned-type.ts";
import { LfKindTable, type TypeKind } from "./kind-table.ts";
import {
  createEmptyStructTypeTrie,
  extendStructTypeTrie,
  type StructTypeTrieNode,
} from "./struct-shape.ts";
import { TypeApplicationTable } from "./type-applications.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * Maximum number of type parts that a table creates or visits. Types share parts, so visiting all of them
 * could take exponential time.
 */
const maxParts = 5_000_000;

/**
 * Creates types, each only once. Raises DAR_VALIDATION_ERROR for invalid types.
 *
 * Most of the work is done before the JavaScript engine has optimized this code, so fields are not
 * #private and loops use array indexes.
 */
export class LfTypeInterner {
  readonly kinds = new LfKindTable();
  private size = 0;
  private left = maxParts;
  private readonly builtins = new Map<BuiltinType, InternedType>();
  private readonly dataTypes = new Map<TypeId, InternedType>();
  private readonly synonyms = new Map<TypeId, InternedType>();
  private readonly numbers = new Map<number, InternedType>();
  private readonly boundVariables = new Map<number, InternedType>();
  /** Quantified types whose variable has another kind than `*`, by this kind and by body. */
  private readonly forallsOfOtherKinds = new Map<TypeKind, Map<InternedType, InternedType>>();
  private readonly noFields: StructTypeTrieNode = createEmptyStructTypeTrie();
  private readonly applications = new TypeApplicationTable();
  /**
   * A stack of arguments of types under construction. Most of these types already exist in the table, so
   * no array of arguments need be allocated for them.
   */
  private readonly parts: InternedType[] = [];
  private top = 0;
  private readonly instances: InternedType = this.make(createInternedTypeHead("instance", {}));

  getBuiltinType(name: BuiltinType): InternedType {
    let type = this.builtins.get(name);
    if (type === undefined) {
      type = this.make(
        createInternedTypeHead("builtin", { name, typeKind: this.kinds.getBuiltinKind(name) }),
      );
      this.builtins.set(name, type);
    }
    return type;
  }

  /** Returns the data type without arguments, or undefined if it is not declared yet. */
  findDataType(id: TypeId): InternedType | undefined {
    return this.dataTypes.get(id);
  }

  /** Declares a data type of this kind. */
  declareDataType(id: TypeId, typeKind: TypeKind): InternedType {
    const type = this.make(createInternedTypeHead("constructor", { name: id, typeKind }));
    this.dataTypes.set(id, type);
    return type;
  }

  /** Returns the synonym without arguments, or undefined if it is not declared yet. */
  findSynonym(id: TypeId): InternedType | undefined {
    return this.synonyms.get(id);
  }

  /** Declares a synonym of this kind. */
  declareSynonym(
    id: TypeId,
    typeKind: TypeKind,
    expand: (args: readonly InternedType[]) => InternedType,
  ): InternedType {
    const type = this.make(createInternedTypeHead("alias", { name: id, typeKind, expand }));
    this.synonyms.set(id, type);
    return type;
  }

  getNatType(value: number): InternedType {
    let type = this.numbers.get(value);
    if (type === undefined) {
      type = this.make(createInternedTypeHead("nat", { value, typeKind: this.kinds.nat }));
      this.numbers.set(value, type);
    }
    return type;
  }

  /** Creates a new variable. The levels of the variables of a scope count up from 0. */
  createVariable(name: string, level: number, typeKind: TypeKind): InternedType {
    return this.make(
      createInternedTypeHead("variable", { name, value: level, level: level + 1, typeKind }),
    );
  }

  /** Returns a struct type. `names` are sorted; `types` are in the same order. */
  getStructType(names: readonly string[], types: readonly InternedType[]): InternedType {
    let shape = this.noFields;
    for (const name of names) shape = extendStructTypeTrie(shape, name);
    const typeKind = this.kinds.star;
    const head = (shape.type ??= this.make(createInternedTypeHead("struct", { names, typeKind })));
    const base = this.top;
    this.pushAll(types);
    return this.popApplication(head, base);
  }

  /** Returns `fun` applied to more arguments. */
  applyType(fun: InternedType, args: readonly InternedType[]): InternedType {
    if (args.length === 0) return fun;
    if (fun.kind === "alias" && fun.head !== fun) {
      return this.applyType(this.expandIfAlias(fun), args);
    }
    if (fun.kind === "nat" || fun.kind === "struct" || fun.kind === "forall") {
      throw createInvalidPackageError(`${formatInternedType(fun)} takes no arguments`);
    }
    const base = this.top;
    this.pushAll(fun.arguments);
    this.pushAll(args);
    return this.popApplication(fun.head, base);
  }

  private pushAll(types: readonly InternedType[]): void {
    const { parts, top } = this;
    for (let index = 0; index < types.length; index += 1) {
      const type = types[index];
      if (type !== undefined) parts[top + index] = type;
    }
    this.top = top + types.length;
  }

  private push(type: InternedType): void {
    this.parts[this.top] = type;
    this.top += 1;
  }

  /** Returns the head applied to the arguments on the stack from `base` on. */
  private popApplication(head: InternedType, base: number): InternedType {
    const { parts, top, applications } = this;
    if (top === base) return head;
    this.top = base;
    return (
      applications.get(head, parts, base, top) ??
      applications.add(this.make(head.atom, head, parts.slice(base, top)))
    );
  }

  /**
   * Returns the type, quantified over the variables of the parameters. These are the variables of the
   * highest levels, starting at `from`. The first variable becomes the outermost quantifier.
   */
  quantifyType(
    type: InternedType,
    from: number,
    parameters: readonly Pick<TypeParameter, "kind">[],
  ): InternedType {
    const last = from + parameters.length - 1;
    const { cache } = type;
    let { closed } = cache;
    if (closed?.from !== from || closed.last !== last) {
      cache.closed = closed = { from, last, type: this.bindFreeVariables(type, from, last) };
    }
    let body = closed.type;
    for (let left = parameters.length; left > 0; left -= 1) {
      const parameter = parameters[left - 1];
      if (parameter !== undefined) {
        body = this.getForall(body, this.kinds.fromDecoded(parameter.kind));
      }
    }
    return body;
  }

  private getForall(body: InternedType, quantified: TypeKind = this.kinds.star): InternedType {
    if (quantified === this.kinds.star) {
      return (body.cache.quantified ??= this.makeForall(body, quantified));
    }
    let known = this.forallsOfOtherKinds.get(quantified);
    if (known === undefined) {
      this.forallsOfOtherKinds.set(quantified, (known = new Map<InternedType, InternedType>()));
    }
    let type = known.get(body);
    if (type === undefined) known.set(body, (type = this.makeForall(body, quantified)));
    return type;
  }

  private makeForall(body: InternedType, quantified: TypeKind): InternedType {
    const { enclosingQuantifiers, level } = body;
    return this.make(
      createInternedTypeHead("forall", {
        body,
        quantified,
        enclosingQuantifiers: Math.max(enclosingQuantifiers - 1, 0),
        level,
        typeKind: this.kinds.star,
      }),
    );
  }

  /**
   * Replaces the variables of level `from` and higher by bound variables; the variable of level `last`
   * gets index 0.
   */
  private bindFreeVariables(type: InternedType, from: number, last: number): InternedType {
    if (type.level <= from) return type;
    this.spend(1);
    const { body, value, quantified } = type.atom;
    if (body !== undefined) {
      return this.getForall(this.bindFreeVariables(body, from, last + 1), quantified);
    }
    const head =
      type.kind === "variable" && value >= from ? this.getBoundVariable(last - value) : type.head;
    const base = this.top;
    const count = type.arguments.length;
    for (let index = 0; index < count; index += 1) {
      const argument = type.arguments[index];
      if (argument !== undefined) this.push(this.bindFreeVariables(argument, from, last));
    }
    return this.popApplication(head, base);
  }

  private getBoundVariable(index: number): InternedType {
    let type = this.boundVariables.get(index);
    if (type === undefined) {
      type = this.make(
        createInternedTypeHead("bound", { value: index, enclosingQuantifiers: index + 1 }),
      );
      this.boundVariables.set(index, type);
    }
    return type;
  }

  /** Returns the type that an alias stands for; its parts may still be aliases. */
  expandIfAlias(type: InternedType): InternedType {
    return type.kind === "alias" ? this.expandAlias(type) : type;
  }

  private expandAlias(alias: InternedType): InternedType {
    let type = alias;
    while (type.atom.expand !== undefined) {
      type = type.cache.expansion ??= type.atom.expand(type.arguments);
    }
    return type;
  }

  /** Returns true if two types are equal after expanding all aliases. */
  areEqual(left: InternedType, right: InternedType): boolean {
    if (left === right) return true;
    if (!left.hasAlias && !right.hasAlias) return false;
    this.spend(1);
    const one = this.expandIfAlias(left);
    const other = this.expandIfAlias(right);
    if (one === other) return true;
    if (one.atom.body !== undefined && other.atom.body !== undefined) {
      return (
        one.atom.quantified === other.atom.quantified &&
        this.areEqual(one.atom.body, other.atom.body)
      );
    }
    return one.head === other.head && this.areAllEqual(one.arguments, other.arguments);
  }

  private areAllEqual(left: readonly InternedType[], right: readonly InternedType[]): boolean {
    if (left.length !== right.length) return false;
    return left.every((type, index) => {
      const counterpart = right[index];
      return counterpart !== undefined && this.areEqual(type, counterpart);
    });
  }

  /** Instantiates a quantified type like {@link instantiateType}, with caching. */
  instantiateCached(quantified: InternedType, args: readonly InternedType[]): InternedType {
    const base = this.top;
    this.push(quantified);
    this.pushAll(args);
    const { cache } = this.popApplication(this.instances, base);
    return (cache.expansion ??= this.instantiateType(quantified, args));
  }

  /**
   * Replaces the outermost quantified variables of a type by the types in `args`, which must have the
   * kinds of the variables.
   */
  instantiateType(quantified: InternedType, args: readonly InternedType[]): InternedType {
    let type = quantified;
    let done = 0;
    while (done < args.length) {
      const first = done;
      type = this.expandIfAlias(type);
      const outermost = type;
      while (type.atom.body !== undefined && done < args.length) {
        type = type.atom.body;
        done += 1;
      }
      if (first === done) {
        throw createInvalidPackageError(`${formatInternedType(type)} is applied to a type`);
      }
      // The result may itself be a quantified type.
      const given = args.slice(first, done);
      expectKinds(outermost, given);
      type = this.replace(type, given, 0);
    }
    return type;
  }

  /**
   * Replaces the variables of the quantifiers that {@link applyType} removes, in a part of the type. `depth` is the
   * number of quantifiers that enclose this part and remain.
   */
  private replace(type: InternedType, args: readonly InternedType[], depth: number): InternedType {
    if (type.enclosingQuantifiers <= depth) return type;
    this.spend(1);
    const { body, value, quantified } = type.atom;
    if (body !== undefined) return this.getForall(this.replace(body, args, depth + 1), quantified);
    if (type.kind === "bound" && value >= depth) return this.replaceHead(type, args, depth);
    const base = this.top;
    const count = type.arguments.length;
    for (let index = 0; index < count; index += 1) {
      const argument = type.arguments[index];
      if (argument !== undefined) this.push(this.replace(argument, args, depth));
    }
    return this.popApplication(type.head, base);
  }

  private replaceHead(
    { atom: { value }, arguments: ownArguments }: InternedType,
    args: readonly InternedType[],
    depth: number,
  ): InternedType {
    const replacement = args[args.length - 1 - value + depth];
    // Without a replacement, the variable belongs to a quantifier further out. Replacing removes
    // `args.length` quantifiers in between.
    const head =
      replacement === undefined
        ? this.getBoundVariable(value - args.length)
        : depth === 0
          ? replacement
          : this.shift(replacement, depth, 0);
    if (ownArguments.length === 0) return head;
    return this.applyType(
      head,
      ownArguments.map((argument) => this.replace(argument, args, depth)),
    );
  }

  /**
   * Returns a type for use inside `by` more quantifiers. `depth` counts the type's own quantifiers around
   * the current part.
   */
  private shift(type: InternedType, by: number, depth: number): InternedType {
    if (type.enclosingQuantifiers <= depth) return type;
    this.spend(1);
    const { body, value, quantified } = type.atom;
    if (body !== undefined) return this.getForall(this.shift(body, by, depth + 1), quantified);
    const head =
      type.kind === "bound" && value >= depth ? this.getBoundVariable(value + by) : type.head;
    const base = this.top;
    for (const argument of type.arguments) this.push(this.shift(argument, by, depth));
    return this.popApplication(head, base);
  }

  private spend(parts: number): void {
    this.left -= parts;
    if (this.left < 0) {
      throw createInvalidPackageError("its types have more parts than can be checked");
    }
  }

  private make(
    atom: InternedTypeHead,
    head?: InternedType,
    args?: readonly InternedType[],
  ): InternedType {
    this.spend(1 + (args?.length ?? 0));
    this.size += 1;
    return new InternedType(this.size, atom, head, args);
  }
}

/** Checks that the types have the kinds of the quantified variables. */
const expectKinds = (quantified: InternedType, types: readonly InternedType[]): void => {
  let { atom } = quantified;
  for (const type of types) {
    if (atom.quantified !== undefined) requireTypeKind(atom.quantified, type);
    if (atom.body !== undefined) atom = atom.body.atom;
  }
};
