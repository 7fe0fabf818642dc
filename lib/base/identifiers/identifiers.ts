/**
 * The types of the ledger's identifiers, times and offsets.
 *
 * A plain string is accepted as any of the string types, but a `Party` cannot be passed as an
 * `UpdateId`.
 */
declare const flavour: unique symbol;
type NominalType<T, Name extends string> = T & { readonly [flavour]?: Name };

/** `<hint>::<fingerprint>`, 1–255 characters of `[A-Za-z0-9:\-_ ]`. */
export type Party = NominalType<string, "Party">;
/** 1–128 characters; see ledger-api.md 1.1. */
export type UserId = NominalType<string, "UserId">;
/** Lowercase hex; see daml-lf.md 17.2. */
export type ContractId = NominalType<string, "ContractId">;
/** `1220` followed by 64 lowercase hex digits. */
export type UpdateId = NominalType<string, "UpdateId">;
/** Position of an update or completion in the ledger: 1, 2, 3 …; 0 is before the first. */
export type Offset = NominalType<number, "Offset">;
/** Index of a node in its transaction, in pre-order from 0. */
export type NodeId = NominalType<number, "NodeId">;
/** 64 lowercase hex digits. */
export type PackageId = NominalType<string, "PackageId">;
/** Name of a package: `iou` in `#iou:Main:Iou`. */
export type PackageName = NominalType<string, "PackageName">;
/** `Module.Name:Entity.Name`. */
export type QualifiedName = NominalType<string, "QualifiedName">;
/** `<package id>:<Module.Name>:<Entity.Name>`, always with the package id. */
export type TypeId = NominalType<string, "TypeId">;
/** `<package id>:M:E` or `#<package name>:M:E`, as clients write it. */
export type TypeReference = NominalType<string, "TypeReference">;
/** `<name>::<fingerprint>`. */
export type SynchronizerId = NominalType<string, "SynchronizerId">;
/** `<name>::<fingerprint>`, without the `PAR::` prefix. */
export type ParticipantId = NominalType<string, "ParticipantId">;
/** `""` means the default identity provider. */
export type IdentityProviderId = NominalType<string, "IdentityProviderId">;
/** Microseconds since 1970-01-01T00:00:00Z; years 0001 to 9999. */
export type Micros = NominalType<bigint, "Micros">;
/** Lowercase hex SHA-256 hash of a contract key. */
export type KeyHash = NominalType<string, "KeyHash">;

/** Returns the fingerprint in the id of a party, participant or synchronizer. */
export const getNamespace = (id: Party | ParticipantId | SynchronizerId): string =>
  id.slice(id.lastIndexOf("::") + 2);

/**
 * Returns the part before the fingerprint: the hint of a party, the name of a participant or
 * synchronizer.
 */
export const getNameBeforeNamespace = (id: Party | ParticipantId | SynchronizerId): string =>
  id.slice(0, id.lastIndexOf("::"));

/**
 * Returns the id with a short fingerprint, as a participant's errors show it:
 * `alice::1220a1b2c3d4…` → `alice::1220a1b2c3d4...`.
 */
export const shortenNamespace = (id: Party | SynchronizerId): string =>
  `${getNameBeforeNamespace(id)}::${id.slice(id.lastIndexOf("::") + 2).slice(0, 12)}...`;

/** The parts of a type id. */
export interface TypeIdParts {
  readonly packageId: PackageId;
  readonly qualifiedName: QualifiedName;
  /** The package name of a reference `#<name>:<Module>:<Entity>`; undefined for any other id. */
  readonly packageName: PackageName | undefined;
}

/** Cache of recently split ids, because a transaction splits the same few ids many times. */
const typeIdPartsCache = new Map<TypeId | TypeReference, TypeIdParts>();
const maxRecentlySplit = 4_096;

/** Splits `<package>:<Module>:<Entity>`. The caller must have checked that there are two colons. */
export const splitTypeId = (id: TypeId | TypeReference): TypeIdParts => {
  const known = typeIdPartsCache.get(id);
  if (known !== undefined) return known;
  const colon = id.indexOf(":");
  const packageName = id.startsWith("#") ? id.slice(1, colon) : undefined;
  const parts = { packageId: id.slice(0, colon), qualifiedName: id.slice(colon + 1), packageName };
  if (typeIdPartsCache.size >= maxRecentlySplit) typeIdPartsCache.clear();
  typeIdPartsCache.set(id, parts);
  return parts;
};

export const createTypeId = (packageId: PackageId, qualifiedName: QualifiedName): TypeId =>
  `${packageId}:${qualifiedName}`;
