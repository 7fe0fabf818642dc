import type { NeededAuthority } from "../../base/errors/ledger-error.ts";
import type { SubmissionFailureExplanation } from "../../base/errors/submission-failure-explanation.ts";
import { type Party, splitTypeId } from "../../base/identifiers/identifiers.ts";
import type { ExerciseInProgress } from "../../contracts/transaction/finished-transaction.ts";

type AuthorizedActionKind = NeededAuthority["step"];

const stepNames: Readonly<Record<AuthorizedActionKind, string>> = {
  create: "The create",
  exercise: "The exercise",
  fetch: "The fetch",
  lookup: "The look-up by key",
};

const partyRoles: Readonly<Record<AuthorizedActionKind, string>> = {
  create: "signatories",
  exercise: "controllers",
  fetch: "stakeholders",
  lookup: "maintainers",
};

/**
 * Returns an explanation of a missing authority: which parties a step needs, which parties
 * authorized it, and how to add the missing ones. `inside` is the exercise that the step is part
 * of; undefined for the step of a command.
 */
export const explainMissingAuthority = (
  { step, needed }: NeededAuthority,
  actAs: readonly Party[],
  inside: ExerciseInProgress | undefined,
): SubmissionFailureExplanation => {
  if (needed.length === 0) return describeMissingParty(step);
  const isAny = step === "fetch";
  const of = `${isAny && needed.length > 1 ? "one of " : ""}${joinParties(needed)}`;
  const needs = `${stepNames[step]} needs the authority of its ${partyRoles[step]}: ${of}.`;
  if (inside === undefined) {
    const lacking = findLackingParties(needed, actAs, isAny);
    return {
      cause: `${needs} The command has only the authority of actAs: ${joinParties(actAs)}.`,
      advice: `Add ${joinParties(lacking)} to actAs.`,
    };
  }
  const { controllers, signatories } = inside;
  const choice = `${splitTypeId(inside.typeId).qualifiedName}.${inside.choice}`;
  const lacking = findLackingParties(needed, [...controllers, ...signatories], isAny);
  const added = joinParties(lacking);
  const acting = lacking.filter((party) => actAs.includes(party));
  return {
    cause:
      `${needs} The step is part of the choice ${choice}, which has only the authority of its controllers, ` +
      `${joinParties(controllers)}, and of the signatories of its contract, ${joinParties(signatories)}.` +
      (acting.length === 0
        ? ""
        : ` Inside a choice, it does not matter that ${joinParties(acting)} is in actAs.`),
    advice:
      `Make ${added} a controller of ${choice} or a signatory of its contract, or use a choice of a ` +
      `contract that ${added} signed.`,
  };
};

const describeMissingParty = (step: AuthorizedActionKind): SubmissionFailureExplanation =>
  step === "exercise"
    ? {
        cause: "The list of controllers of the choice is empty for this contract and argument.",
        advice:
          "Change the argument or the choice, so that the choice has at least one controller.",
      }
    : {
        cause: "The list of signatories of the contract is empty for this argument.",
        advice:
          "Change the argument or the template, so that the contract has at least one signatory.",
      };

/** Returns the parties whose authority is missing; only the first if one of them is enough. */
const findLackingParties = (
  needed: readonly Party[],
  given: readonly Party[],
  isAny: boolean,
): readonly Party[] => {
  const lacking = needed.filter((party) => !given.includes(party));
  return isAny ? lacking.slice(0, 1) : lacking;
};

const joinParties = (parties: readonly Party[]): string => parties.join(", ");
