import {
  nameBeforeNamespace,
  type NodeId,
  type Party,
} from "../../base/identifiers/identifiers.ts";

/** The part that a party has in a step. */
export type Role = "signatory" | "observer" | "controller" | "choiceObserver";

/** A rule that decides whether a party is shown an event, and in which shape. */
export type Reason =
  /** By its part in the step itself. */
  | { readonly rule: "informed"; readonly roles: readonly Role[] }
  /** By its part in an exercise that led to the step. */
  | {
      readonly rule: "divulged";
      readonly by: NodeId;
      readonly choice: string;
      readonly roles: readonly Role[];
    }
  /** It has no part in the step that would tell it; `roles` are those that it has all the same. */
  | { readonly rule: "notInformed"; readonly roles: readonly Role[] }
  /** By being a stakeholder of what is reassigned. */
  | { readonly rule: "stakeholder" }
  /** Where parties are hosted is known to everybody who asks. */
  | { readonly rule: "public" }
  /** It was undone within the transaction: nobody is shown it. */
  | { readonly rule: "rolledBack"; readonly by: NodeId }
  /** No delta: the transaction creates the contract, and ends it. */
  | { readonly rule: "transient" }
  /** No delta: the choice leaves the contract active. */
  | { readonly rule: "nonConsuming" }
  /** No delta: it is no stakeholder, so the contract was never, or does not become, one of its own. */
  | { readonly rule: "noStakeholder" };

/** Whom and what a reason is about. */
export interface Subject {
  readonly party: Party;
  readonly what: "create" | "exercise" | "unassigned" | "assigned" | "topology";
}

/** A reason as a sentence. */
export const reasonText = (reason: Reason, { party, what }: Subject): string => {
  const name = nameBeforeNamespace(party);
  switch (reason.rule) {
    case "informed":
      return `${name} sees it as ${rolesText(reason.roles)}.`;
    case "divulged":
      return `${name} sees it as ${rolesText(reason.roles)} of ${reason.choice} at node ${reason.by}, which led to it.`;
    case "notInformed":
      return reason.roles.length > 0
        ? `${name} does not see it: ${rolesText(reason.roles)} alone, and the choice does not consume the contract.`
        : `${name} does not see it: no ${parts[what]}, nor of what led to it.`;
    case "stakeholder":
      return `${name} sees it as stakeholder of the contract.`;
    case "public":
      return `${name} sees it, as everybody does who asks where parties are hosted.`;
    case "rolledBack":
      return `Nobody sees it: node ${reason.by} rolled it back.`;
    case "transient":
      return "It is no change of active contracts: the transaction both creates and archives the contract.";
    case "nonConsuming":
      return "It is no change of active contracts: the choice does not consume the contract.";
    case "noStakeholder":
      return `It is no change of active contracts of ${name}, who is no stakeholder of the contract.`;
  }
};

const parts: Readonly<Record<Subject["what"], string>> = {
  create: "signatory or observer",
  exercise: "stakeholder, controller or choice observer",
  unassigned: "stakeholder of the contract",
  assigned: "stakeholder of the contract",
  topology: "party of it",
};

const roleNames: Readonly<Record<Role, string>> = {
  signatory: "signatory",
  observer: "observer",
  controller: "controller",
  choiceObserver: "choice observer",
};

const rolesText = (roles: readonly Role[]): string =>
  roles.map((role) => roleNames[role]).join(" and ");
