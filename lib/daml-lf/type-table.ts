import type { TypeId } from "../model/identifiers.ts";
import type { BuiltinType } from "./ast.ts";
import { type Atom, InternedType, type InternedKind, showType } from "./interned-type.ts";
import { invalidPackage } from "./validation-error.ts";

/** As many parts of types as may be made or visited: types can share what unfolds without end. */
const maxParts = 5_000_000;

/** Makes types, each once. Raises DAR_VALIDATION_ERROR for what is no type. */
export class TypeTable {
  #size = 0;
  #left = maxParts;
  readonly #atoms = new Map<InternedKind, Map<number | string, InternedType>>();
  readonly #noFields: StructShape = emptyShape();
  readonly #applications = new Applications();
  /**
   * The arguments of types that are being put together. Most of these types turn out to be known, and
   * then nothing was allocated for them.
   */
  readonly #parts: InternedType[] = [];
  #top = 0;
  readonly #instance: InternedType = this.#make({ kind: "instance" });

  builtin(name: BuiltinType): InternedType {
    return this.#atom("builtin", name);
  }

  dataType(id: TypeId): InternedType {
    return this.#atom("constructor", id);
  }

  /** A synonym; `expand` is the same whenever it is asked for. */
  synonym(id: TypeId, expand: (args: readonly InternedType[]) => InternedType): InternedType {
    const known = this.#known("alias");
    let alias = known.get(id);
    if (alias === undefined)
      known.set(id, (alias = this.#make({ kind: "alias", name: id, expand })));
    return alias;
  }

  number(value: number): InternedType {
    return this.#atom("nat", value);
  }

  /** A variable other than all before. Those that one scope binds count up in their level from 0. */
  variable(name: string, level: number): InternedType {
    return this.#make({ kind: "variable", name, value: level, level: level + 1 });
  }

  /** `names`: sorted, each of the type at the same place. */
  struct(names: readonly string[], types: readonly InternedType[]): InternedType {
    let shape = this.#noFields;
    for (const name of names) shape = withField(shape, name);
    const head = (shape.type ??= this.#make({ kind: "struct", names }));
    const base = this.#top;
    this.#pushAll(types);
    return this.#applied(head, base);
  }

  #atom(kind: InternedKind, key: number | string): InternedType {
    const known = this.#known(kind);
    let type = known.get(key);
    if (type === undefined) {
      type = this.#make(typeof key === "string" ? { kind, name: key } : atomOf(kind, key));
      known.set(key, type);
    }
    return type;
  }

  #known(kind: InternedKind): Map<number | string, InternedType> {
    let known = this.#atoms.get(kind);
    if (known === undefined)
      this.#atoms.set(kind, (known = new Map<number | string, InternedType>()));
    return known;
  }

  /** `fun` with more arguments. */
  apply(fun: InternedType, args: readonly InternedType[]): InternedType {
    if (args.length === 0) return fun;
    if (fun.kind === "alias" && fun.head !== fun) return this.apply(this.expand(fun), args);
    if (fun.kind === "nat" || fun.kind === "struct" || fun.kind === "forall")
      throw invalidPackage(`${showType(fun)} takes no arguments`);
    const base = this.#top;
    this.#pushAll(fun.arguments);
    this.#pushAll(args);
    return this.#applied(fun.head, base);
  }

  #pushAll(types: readonly InternedType[]): void {
    for (const type of types) this.#push(type);
  }

  #push(type: InternedType): void {
    this.#parts[this.#top] = type;
    this.#top += 1;
  }

  /** The head applied to what lies on the stack from `base` on. */
  #applied(head: InternedType, base: number): InternedType {
    const top = this.#top;
    if (top === base) return head;
    this.#top = base;
    return (
      this.#applications.get(head, this.#parts, base, top) ??
      this.#applications.add(this.#make(head, this.#parts.slice(base, top)))
    );
  }

  /** Quantifies the variables of `count` levels from `from` on, which are the highest; the first outermost. */
  quantify(type: InternedType, from: number, count: number): InternedType {
    const last = from + count - 1;
    const findings = (type.findings ??= {});
    let { closed } = findings;
    if (closed?.from !== from || closed.last !== last)
      findings.closed = closed = { from, last, type: this.#close(type, from, last) };
    return this.#forall(closed.type, count);
  }

  #forall(type: InternedType, count: number): InternedType {
    let body = type;
    for (let left = count; left > 0; left -= 1) {
      const { openness, level } = body;
      const findings = (body.findings ??= {});
      body = findings.quantified ??= this.#make({
        kind: "forall",
        body,
        openness: Math.max(openness - 1, 0),
        level,
      });
    }
    return body;
  }

  /** With bound variables in place of those from a level on; `last` is the level of index 0. */
  #close(type: InternedType, from: number, last: number): InternedType {
    if (type.level <= from) return type;
    this.#spend(1);
    if (type.body !== undefined) return this.#forall(this.#close(type.body, from, last + 1), 1);
    const { value = 0 } = type.atom;
    const head = type.kind === "variable" && value >= from ? this.#bound(last - value) : type.head;
    const base = this.#top;
    for (const argument of type.arguments) this.#push(this.#close(argument, from, last));
    return this.#applied(head, base);
  }

  #bound(index: number): InternedType {
    return this.#atom("bound", index);
  }

  /** What the type stands for: no alias, though there may be some in it. */
  expand(type: InternedType): InternedType {
    let result = type;
    while (result.atom.expand !== undefined) {
      const findings = (result.findings ??= {});
      result = findings.meaning ??= result.atom.expand(result.arguments);
    }
    return result;
  }

  /** Whether two types are the same once all aliases are expanded. */
  areEqual(left: InternedType, right: InternedType): boolean {
    if (left === right) return true;
    if (!left.hasAlias && !right.hasAlias) return false;
    this.#spend(1);
    const [one, other] = [this.expand(left), this.expand(right)];
    if (one === other) return true;
    if (one.body !== undefined && other.body !== undefined)
      return this.areEqual(one.body, other.body);
    return (
      one.head === other.head &&
      one.arguments.length === other.arguments.length &&
      one.arguments.every((argument, index) => {
        const counterpart = other.arguments[index];
        return counterpart !== undefined && this.areEqual(argument, counterpart);
      })
    );
  }

  /** As {@link instantiate}; remembers what it gave. */
  instance(quantified: InternedType, args: readonly InternedType[]): InternedType {
    const instance = this.apply(this.#instance, [quantified, ...args]);
    const findings = (instance.findings ??= {});
    return (findings.meaning ??= this.instantiate(quantified, args));
  }

  /** A quantified type with types in place of what it quantifies, one after the other. */
  instantiate(quantified: InternedType, args: readonly InternedType[]): InternedType {
    let type = quantified;
    let done = 0;
    while (done < args.length) {
      const first = done;
      type = this.expand(type);
      while (type.body !== undefined && done < args.length) {
        type = type.body;
        done += 1;
      }
      if (first === done) throw invalidPackage(`${showType(type)} is applied to a type`);
      // What is put in may be a quantified type itself.
      type = this.#replace(type, args.slice(first, done), 0);
    }
    return type;
  }

  /** With types in place of the variables that quantifiers further out than `depth` would bind. */
  #replace(type: InternedType, args: readonly InternedType[], depth: number): InternedType {
    if (type.openness <= depth) return type;
    this.#spend(1);
    if (type.body !== undefined) return this.#forall(this.#replace(type.body, args, depth + 1), 1);
    if (type.kind === "bound" && (type.atom.value ?? 0) >= depth)
      return this.#replaceHead(type, args, depth);
    const base = this.#top;
    for (const argument of type.arguments) this.#push(this.#replace(argument, args, depth));
    return this.#applied(type.head, base);
  }

  #replaceHead(type: InternedType, args: readonly InternedType[], depth: number): InternedType {
    const replacement = args[args.length - 1 - (type.atom.value ?? 0) + depth];
    // Beyond what is replaced: bound still further out, by quantifiers that are `args.length` fewer now.
    const head =
      replacement === undefined
        ? this.#bound((type.atom.value ?? 0) - args.length)
        : this.#shift(replacement, depth, 0);
    if (type.arguments.length === 0) return head;
    return this.apply(
      head,
      type.arguments.map((argument) => this.#replace(argument, args, depth)),
    );
  }

  /** The type for a place that is under `by` more quantifiers; those inside it are `depth`. */
  #shift(type: InternedType, by: number, depth: number): InternedType {
    if (by === 0 || type.openness <= depth) return type;
    this.#spend(1);
    if (type.body !== undefined) return this.#forall(this.#shift(type.body, by, depth + 1), 1);
    const { value = 0 } = type.atom;
    const head = type.kind === "bound" && value >= depth ? this.#bound(value + by) : type.head;
    const base = this.#top;
    for (const argument of type.arguments) this.#push(this.#shift(argument, by, depth));
    return this.#applied(head, base);
  }

  #spend(parts: number): void {
    this.#left -= parts;
    if (this.#left < 0) throw invalidPackage("its types unfold to more than can be checked");
  }

  #make(head: InternedType | Atom, args: readonly InternedType[] = []): InternedType {
    this.#spend(1 + args.length);
    this.#size += 1;
    return new InternedType(this.#size, head, args);
  }
}

/** Structs by the names of their fields, one after the other. */
interface StructShape {
  type: InternedType | undefined;
  readonly extended: Map<string, StructShape>;
}

const emptyShape = (): StructShape => ({ type: undefined, extended: new Map() });

const withField = ({ extended }: StructShape, name: string): StructShape => {
  let shape = extended.get(name);
  if (shape === undefined) {
    shape = emptyShape();
    extended.set(name, shape);
  }
  return shape;
};

const atomOf = (kind: InternedKind, value: number): Atom =>
  kind === "bound" ? { kind, value, openness: value + 1 } : { kind, value };

/** Types with arguments, by head and arguments: a hash table with open addressing. */
class Applications {
  #slots = new Array<InternedType | undefined>(16_384);
  #size = 0;

  /** The arguments are the parts from `base` up to `top`. */
  get(
    head: InternedType,
    parts: readonly InternedType[],
    base: number,
    top: number,
  ): InternedType | undefined {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(head, parts, base, top) & mask; ; slot = (slot + 1) & mask) {
      const type = this.#slots[slot];
      if (type === undefined) return undefined;
      if (type.head === head && type.arguments.length === top - base)
        if (areAt(type.arguments, parts, base)) return type;
    }
  }

  /** One that is not in it. */
  add(type: InternedType): InternedType {
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#grow();
    this.#put(type);
    return type;
  }

  #put(type: InternedType): void {
    const mask = this.#slots.length - 1;
    let slot = hashOf(type.head, type.arguments, 0, type.arguments.length) & mask;
    while (this.#slots[slot] !== undefined) slot = (slot + 1) & mask;
    this.#slots[slot] = type;
  }

  #grow(): void {
    const types = this.#slots;
    this.#slots = new Array<InternedType | undefined>(types.length * 4);
    for (const type of types) if (type !== undefined) this.#put(type);
  }
}

const hashOf = (
  head: InternedType,
  parts: readonly InternedType[],
  base: number,
  top: number,
): number => {
  let hash = head.id;
  for (let index = base; index < top; index += 1) {
    hash = Math.imul(hash ^ (parts[index]?.id ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
};

/** Whether the types are the parts from `base` on. */
const areAt = (
  types: readonly InternedType[],
  parts: readonly InternedType[],
  base: number,
): boolean => {
  for (let index = 0; index < types.length; index += 1)
    if (types[index] !== parts[base + index]) return false;
  return true;
};
