import {
  getNameBeforeNamespace,
  type NodeId,
  type Party,
} from "../../base/identifiers/identifiers.ts";

/** The role of a party in a node. */
export type Role = "signatory" | "observer" | "controller" | "choiceObserver";

/** A rule that decides whether a party sees an event, and in which shape. */
export type VisibilityReason =
  /** The party sees the node because of its roles in it. */
  | { readonly rule: "informed"; readonly roles: readonly Role[] }
  /** The party sees the node because of its roles in an exercise above it. */
  | {
      readonly rule: "divulged";
      readonly by: NodeId;
      readonly choice: string;
      readonly roles: readonly Role[];
    }
  /** The party has no role with which it would see the node. `roles` are the roles that it has. */
  | { readonly rule: "notInformed"; readonly roles: readonly Role[] }
  /** The party is a stakeholder of the reassigned contract. */
  | { readonly rule: "stakeholder" }
  /** Hosting changes are visible to every reader. */
  | { readonly rule: "public" }
  /** The node was rolled back; no party sees it. */
  | { readonly rule: "rolledBack"; readonly by: NodeId }
  /** Not in the ACS delta: the transaction creates and archives the contract. */
  | { readonly rule: "transient" }
  /** Not in the ACS delta: the choice does not consume the contract. */
  | { readonly rule: "nonConsuming" }
  /** Not in the ACS delta: the party is not a stakeholder. */
  | { readonly rule: "noStakeholder" };

/** The party and the event that a reason is about. */
export interface VisibilityReasonSubject {
  readonly party: Party;
  readonly what: "create" | "exercise" | "unassigned" | "assigned" | "topology";
}

/** Returns the reason as a sentence. */
export const formatVisibilityReason = (
  reason: VisibilityReason,
  { party, what }: VisibilityReasonSubject,
): string => {
  const name = getNameBeforeNamespace(party);
  switch (reason.rule) {
    case "informed":
      return `${name} sees it as ${rolesText(reason.roles)}.`;
    case "divulged":
      return `${name} sees it as ${rolesText(reason.roles)} of ${reason.choice} at node ${reason.by}, an exercise above it.`;
    case "notInformed":
      return reason.roles.length > 0
        ? `${name} does not see it, because it is only ${rolesText(reason.roles)}, and the choice does not consume the contract.`
        : `${name} does not see it, because it is not ${requiredRoles[what]}.`;
    case "stakeholder":
      return `${name} sees it as stakeholder of the contract.`;
    case "public":
      return `${name} sees it, because every reader sees changes of hosting.`;
    case "rolledBack":
      return `No party sees it, because node ${reason.by} rolled it back.`;
    case "transient":
      return "It is not in the ACS delta, because the transaction both creates and archives the contract.";
    case "nonConsuming":
      return "It is not in the ACS delta, because the choice does not consume the contract.";
    case "noStakeholder":
      return `It is not in the ACS delta of ${name}, because ${name} is not a stakeholder of the contract.`;
  }
};

const requiredRoles: Readonly<Record<VisibilityReasonSubject["what"], string>> = {
  create: "a signatory or observer of the contract, or an informee of an exercise above it",
  exercise: "a stakeholder, controller or choice observer, or an informee of an exercise above it",
  unassigned: "a stakeholder of the contract",
  assigned: "a stakeholder of the contract",
  topology: "the party of the change",
};

const roleNames: Readonly<Record<Role, string>> = {
  signatory: "signatory",
  observer: "observer",
  controller: "controller",
  choiceObserver: "choice observer",
};

const rolesText = (roles: readonly Role[]): string =>
  roles.map((role) => roleNames[role]).join(" and ");
