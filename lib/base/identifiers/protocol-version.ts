import { shortenNamespace, type SynchronizerId } from "./identifiers.ts";

/**
 * The protocol version of the synchronizers (daml-lf.md 4). It determines which features
 * transactions may use. From 35 on, Daml contracts may have keys, and a caught exception must not
 * undo creates or archives. `"dev"` is the unfinished next version.
 */
export type ProtocolVersion = 34 | 35 | "dev";

/** The limits of transactions in a protocol version. */
export interface ProtocolVersionRules {
  /** Daml-LF versions of packages that transactions may use. */
  readonly languageVersions: readonly string[];
  /** True if a rollback may contain creates or consuming exercises (daml-lf.md 11.4). */
  readonly effectfulRollback: "allowed" | "refused";
}

/**
 * The supported protocol versions: 34 (Daml-LF up to 2.2), 35 (up to 2.3) and `dev` (up to 2.3, and
 * 2.dev).
 */
export const protocolVersions: readonly ProtocolVersion[] = [34, 35, "dev"];

/** Returns true for one of {@link protocolVersions}. */
export const isProtocolVersion = (value: unknown): value is ProtocolVersion =>
  protocolVersions.some((version) => version === value);

const protocolVersion34Rules: ProtocolVersionRules = {
  languageVersions: ["2.1", "2.2"],
  effectfulRollback: "allowed",
};
const protocolVersion35Rules: ProtocolVersionRules = {
  languageVersions: ["2.1", "2.2", "2.3"],
  effectfulRollback: "refused",
};
const developmentProtocolRules: ProtocolVersionRules = {
  languageVersions: [...protocolVersion35Rules.languageVersions, "2.dev"],
  effectfulRollback: "refused",
};

/** Returns the rules of a version; always the same object. */
export const getProtocolVersionRules = (version: ProtocolVersion): ProtocolVersionRules => {
  switch (version) {
    case 34:
      return protocolVersion34Rules;
    case 35:
      return protocolVersion35Rules;
    case "dev":
      return developmentProtocolRules;
  }
};

/**
 * Returns the physical id of a synchronizer: its id, its protocol version and its serial, which is
 * always 0 here.
 */
export const toPhysicalSynchronizerId = (
  id: SynchronizerId,
  protocolVersion: ProtocolVersion,
): string => `${id}::${protocolVersion}-0`;

/**
 * Returns the physical id in the short form of a participant's error texts:
 * `name::1220xxxxxxxx...::35-0`.
 */
export const formatSynchronizerIdForErrors = (
  id: SynchronizerId,
  protocolVersion: ProtocolVersion,
): string => `${shortenNamespace(id)}::${protocolVersion}-0`;
