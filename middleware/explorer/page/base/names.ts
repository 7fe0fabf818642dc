/** Parties as `hint::fingerprint`. */
export const hintOf = (party: string): string => {
  const mark = party.lastIndexOf("::");
  return mark < 0 ? party : party.slice(0, mark);
};

/** Of the key, not of what all of them begin with. */
export const fingerprintOf = (party: string): string => {
  const mark = party.lastIndexOf("::");
  return mark < 0
    ? ""
    : party
        .slice(mark + 2)
        .replace(/^1220/, "")
        .slice(0, 4);
};

/** What stands before a name, and stays with it: colours alone are soon alike, and not for everybody to tell apart. */
export interface Mark {
  /** In degrees. */
  readonly hue: number;
  readonly shape: "square" | "round" | "diamond" | "slim";
}

const shapes = ["square", "round", "diamond", "slim"] as const;

export const markOf = (name: string): Mark => {
  const hash = hashOf(name);
  return { hue: hash % 360, shape: shapes[Math.floor(hash / 360) % shapes.length] ?? "square" };
};

const hashOf = (name: string): number => {
  let hash = 2166136261;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  }
  // Names that are alike are not to look alike.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Contract, update and package ids, and those of synchronizers, which have a name before. */
export const shortId = (id: string): string => {
  if (id.includes("::")) return `${hintOf(id)} ${fingerprintOf(id)}`;
  const plain = id.replace(/^(?:1220|00)(?=[0-9a-f]{20})/, "");
  return plain.length <= 12 ? plain : `${plain.slice(0, 6)}…${plain.slice(-4)}`;
};

export interface TypeName {
  readonly packageId: string;
  readonly module: string;
  readonly entity: string;
}

/** `package id:Module.Name:Entity` */
export const typeName = (id: string): TypeName => {
  const [packageId = "", module = "", entity = ""] = id.split(":");
  return { packageId, module, entity };
};

export const entityOf = (id: string): string => typeName(id).entity;

export const qualifiedNameOf = (id: string): string => id.slice(id.indexOf(":") + 1);

/** As of the machine that looks, to the second; the whole stands in the title. */
export const timeText = (iso: string): string => iso.replace("T", " ").replace(/(?:\.\d+)?Z$/, "");
