import { argumentsOf, type Content } from "./contract.ts";

/** One command of a client. */
export type Intent =
  | { readonly wants: "create"; readonly content: Content }
  | {
      readonly wants: "exercise";
      readonly template: Content["template"];
      readonly contractId: string;
      readonly use: Use;
    }
  | { readonly wants: "bump"; readonly owner: string; readonly name: string }
  | { readonly wants: "createAndExercise"; readonly content: Content; readonly use: Use };

/** A choice with its argument. */
export type Use =
  | { readonly choice: "Give"; readonly to: string }
  | { readonly choice: "Look"; readonly by: string; readonly also: readonly string[] }
  | { readonly choice: "Join"; readonly other: string }
  | { readonly choice: "Halve" | "Break" | "Archive" | "Bump" };

/** The commands that clients submit as one transaction. */
export interface Submission {
  readonly userId: string;
  readonly commandId: string;
  readonly actAs: readonly string[];
  readonly readAs: readonly string[];
  readonly intents: readonly Intent[];
  /** Contracts that were disclosed to the submitters. */
  readonly disclosed: ReadonlySet<string>;
  /** The minimum delay of the ledger time, in seconds. */
  readonly delaySeconds?: number;
}

/** User, acting parties and command id identify a change, which is executed at most once. */
export const changeOf = ({
  userId,
  commandId,
  actAs,
}: Pick<Submission, "userId" | "commandId" | "actAs">): string =>
  JSON.stringify([userId, commandId, [...new Set(actAs)].sort()]);

export const templateIdOf = ({ template }: Content): string => `#simulation:Sim:${template}`;

/** Returns the JSON of the command. */
export const commandOf = (intent: Intent): object => {
  switch (intent.wants) {
    case "create":
      return { CreateCommand: creation(intent.content) };
    case "exercise":
      return {
        ExerciseCommand: {
          templateId: `#simulation:Sim:${intent.template}`,
          contractId: intent.contractId,
          ...choiceOf(intent.use),
        },
      };
    case "bump":
      return {
        ExerciseByKeyCommand: {
          templateId: "#simulation:Sim:Tally",
          contractKey: { owner: intent.owner, name: intent.name },
          choice: "Bump",
          choiceArgument: {},
        },
      };
    case "createAndExercise":
      return { CreateAndExerciseCommand: { ...creation(intent.content), ...choiceOf(intent.use) } };
  }
};

const creation = (content: Content) => ({
  templateId: templateIdOf(content),
  createArguments: argumentsOf(content),
});

const choiceOf = ({ choice, ...choiceArgument }: Use) => ({ choice, choiceArgument });
