import type {
  ApiStructure,
  ChoiceStructure,
  FieldStructure,
  RecordStructure,
  ScalarStructure,
  Structure,
} from "./structure.ts";

/**
 * Returns the differences between our structure and theirs, one line each, named after our component or
 * operation. A part that `theirs` leaves unspecified is no difference.
 */
export const differences = (ours: ApiStructure, theirs: ApiStructure): ReadonlySet<string> => {
  const comparison = new Comparison();
  comparison.keys("", ours.operations, theirs.operations, (name, our, their) => {
    comparison.compare(`${name} path`, our.path, their.path);
    comparison.compare(`${name} query`, our.query, their.query);
    comparison.compareOptional(`${name} request`, our.request, their.request);
    comparison.compareOptional(`${name} response`, our.response, their.response);
  });
  return comparison.found;
};

/** Returns the differences like {@link differences}, for two single structures. */
export const structureDifferences = (ours: Structure, theirs: Structure): ReadonlySet<string> => {
  const comparison = new Comparison();
  comparison.compare("", ours, theirs);
  return comparison.found;
};

class Comparison {
  readonly found = new Set<string>();
  readonly #compared = new Set<string>();

  /** Compares values with the same key, and reports keys of one side only. */
  keys<Value>(
    prefix: string,
    ours: ReadonlyMap<string, Value>,
    theirs: ReadonlyMap<string, Value>,
    compare: (at: string, our: Value, their: Value) => void,
    isOpen = false,
  ): void {
    for (const [key, our] of ours) {
      const their = theirs.get(key);
      if (their !== undefined) compare(prefix + key, our, their);
      else if (!isOpen) this.found.add(`${prefix}${key}: only ours`);
    }
    for (const key of theirs.keys()) {
      if (!ours.has(key)) this.found.add(`${prefix}${key}: only theirs`);
    }
  }

  compareOptional(at: string, ours: Structure | undefined, theirs: Structure | undefined): void {
    if (ours !== undefined && theirs !== undefined) this.compare(at, ours, theirs);
    else if (ours !== undefined) this.found.add(`${at}: only ours`);
    else if (theirs !== undefined) this.found.add(`${at}: only theirs`);
  }

  compare(at: string, ours: Structure, theirs: Structure): void {
    if (theirs.kind === "unknown" || ours.kind === "unknown") return;
    if (ours.kind === "scalar" && theirs.kind === "scalar") {this.#scalars(at, ours, theirs);}
    else if (ours.kind === "list" && theirs.kind === "list") {
      this.compare(`${at}[]`, ours.item, theirs.item);
    } else if (ours.kind === "map" && theirs.kind === "map") {
      this.compare(`${at}{}`, ours.value, theirs.value);
    } else if (ours.kind === "record" && theirs.kind === "record") {this.#records(at, ours, theirs);}
    else if (ours.kind === "choice" && theirs.kind === "choice") {this.#choices(at, ours, theirs);}
    else if (ours.kind !== theirs.kind) {
      this.found.add(`${at}: ${ours.kind}, theirs ${theirs.kind}`);
    }
  }

  #scalars(at: string, ours: ScalarStructure, theirs: ScalarStructure): void {
    const name = ours.name ?? at;
    if (ours.type !== theirs.type) this.found.add(`${at}: ${ours.type}, theirs ${theirs.type}`);
    if (ours.format !== theirs.format && !(theirs.isOpen && theirs.format === undefined)) {
      this.found.add(`${name}: format ${String(ours.format)}, theirs ${String(theirs.format)}`);
    }
    const our = new Set(ours.constants);
    const their = new Set(theirs.constants);
    for (const constant of our) {
      if (!their.has(constant) && !theirs.isOpen) this.found.add(`${name} ${constant}: only ours`);
    }
    for (const constant of their) {
      if (!our.has(constant)) this.found.add(`${name} ${constant}: only theirs`);
    }
  }

  #records(at: string, ours: RecordStructure, theirs: RecordStructure): void {
    const name = ours.name ?? at;
    if (this.#wasCompared(name, theirs.name)) return;
    this.keys(`${name}.`, ours.fields, theirs.fields, (field, our, their) => {
      this.#fields(field, our, their);
    });
  }

  #fields(at: string, ours: FieldStructure, theirs: FieldStructure): void {
    if (theirs.isRequired !== undefined && ours.isRequired !== theirs.isRequired) {
      this.found.add(`${at}: ${ours.isRequired === true ? "required" : "optional"} in ours only`);
    }
    this.compare(at, ours.structure(), theirs.structure());
  }

  #choices(at: string, ours: ChoiceStructure, theirs: ChoiceStructure): void {
    const name = ours.name ?? at;
    if (this.#wasCompared(name, theirs.name)) return;
    this.keys(
      `${name}/`,
      ours.variants,
      theirs.variants,
      (variant, our, their) => {
        this.compare(variant, our(), their());
      },
      theirs.isOpen,
    );
  }

  /** Returns true if this pair was compared before, since each pair is compared only once. */
  #wasCompared(ours: string, theirs: string | undefined): boolean {
    const pair = `${ours} ${theirs ?? ""}`;
    if (this.#compared.has(pair)) return true;
    this.#compared.add(pair);
    return false;
  }
}
