/** Returns the hint of a party id `hint::fingerprint`. */
export const getHintOfPartyId = (party: string): string => {
  const mark = party.lastIndexOf("::");
  return mark < 0 ? party : party.slice(0, mark);
};

/** Returns the beginning of the key's fingerprint, without the prefix that all share. */
export const readShortPartyFingerprint = (party: string): string => {
  const mark = party.lastIndexOf("::");
  return mark < 0
    ? ""
    : party
        .slice(mark + 2)
        .replace(/^1220/, "")
        .slice(0, 4);
};

/**
 * Coloured shape before a name. Colours alone are too similar, and not distinguishable for
 * everyone.
 */
export interface NameColourAndShape {
  /** Hue in degrees. */
  readonly hue: number;
  readonly shape: "square" | "round" | "diamond" | "slim";
}

const markShapes = ["square", "round", "diamond", "slim"] as const;

const hueCount = 12;
const markCount = hueCount * markShapes.length;

const createMark = (slot: number): NameColourAndShape => ({
  hue: (slot % hueCount) * (360 / hueCount),
  shape: markShapes[Math.floor(slot / hueCount) % markShapes.length] ?? "square",
});

export const computeNameColorAndShape = (name: string): NameColourAndShape =>
  createMark(hashName(name) % markCount);

/**
 * Returns marks of names. The first 48 differ from each other: a name gets its constant mark, unless
 * an earlier name has it.
 */
export const assignDistinctNameMarks = (
  names: readonly string[],
): ReadonlyMap<string, NameColourAndShape> => {
  const taken = new Set<number>();
  const marks = new Map<string, NameColourAndShape>();
  for (const name of names.slice(0, markCount)) {
    let slot = hashName(name) % markCount;
    // The step is coprime to the number of marks, so that every mark is tried.
    while (taken.has(slot)) slot = (slot + 17) % markCount;
    taken.add(slot);
    marks.set(name, createMark(slot));
  }
  return marks;
};

const hashName = (name: string): number => {
  let hash = 2166136261;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  }
  // Mix the hash, so that similar names get different marks.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * Returns a short form of contract, update and package ids, and of synchronizer ids, which have a
 * name.
 */
export const shortenId = (id: string): string => {
  if (id.includes("::")) return `${getHintOfPartyId(id)} ${readShortPartyFingerprint(id)}`;
  const plain = id.replace(/^(?:1220|00)(?=[0-9a-f]{20})/, "");
  return plain.length <= 12 ? plain : `${plain.slice(0, 6)}…${plain.slice(-4)}`;
};

export interface TypeName {
  readonly packageId: string;
  readonly module: string;
  readonly entity: string;
}

/** Splits `package id:Module.Name:Entity`. */
export const splitTypeName = (id: string): TypeName => {
  const [packageId = "", module = "", entity = ""] = id.split(":");
  return { packageId, module, entity };
};

export const readEntityName = (id: string): string => splitTypeName(id).entity;

export const readQualifiedName = (id: string): string => id.slice(id.indexOf(":") + 1);

/** Formats a time as UTC to the second; the title of the element has the full text. */
export const formatUtcTime = (iso: string): string =>
  iso.replace("T", " ").replace(/(?:\.\d+)?Z$/, "");
