/**
 * The protocol version of the synchronizers, which decides what transactions may be made of
 * (daml-lf.md 4). From 35 on Daml contracts may have keys, and a caught exception must not undo
 * creates or archives; `"dev"` is what comes after the newest one, unfinished.
 */
export type ProtocolVersion = 34 | 35 | "dev";

/** What the transactions of a protocol version are bound by. */
export interface ProtocolRules {
  /** Versions of Daml-LF whose packages they may use. */
  readonly languageVersions: readonly string[];
  /** Whether a scope that created or consumed contracts may be rolled back (daml-lf.md 11.4). */
  readonly effectfulRollback: "allowed" | "refused";
}

/** The protocol versions that a ledger can run: 34 (Daml-LF to 2.2), 35 (to 2.3) and `dev` (2.dev as well). */
export const protocolVersions: readonly ProtocolVersion[] = [34, 35, "dev"];

/** Whether a value is one of {@link protocolVersions}. */
export const isProtocolVersion = (value: unknown): value is ProtocolVersion =>
  protocolVersions.some((version) => version === value);

const rules34: ProtocolRules = { languageVersions: ["2.1", "2.2"], effectfulRollback: "allowed" };
const rules35: ProtocolRules = {
  languageVersions: ["2.1", "2.2", "2.3"],
  effectfulRollback: "refused",
};
const rulesDev: ProtocolRules = {
  languageVersions: [...rules35.languageVersions, "2.dev"],
  effectfulRollback: "refused",
};

/** The same object for the same version. */
export const protocolRules = (version: ProtocolVersion): ProtocolRules => {
  switch (version) {
    case 34:
      return rules34;
    case 35:
      return rules35;
    case "dev":
      return rulesDev;
  }
};
