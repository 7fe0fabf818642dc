import type { Choice, ChoiceOwner } from "./choice.ts";
import { archiveChoiceArgumentType, type TemplateOrInterfaceDeclaration } from "./declaration.ts";
import type { ReadableTransaction } from "./event-fields.ts";
import { collectFromExercisedEvents, readExerciseInEvent } from "./read-events.ts";
import { Unit } from "./scalars.ts";

/** Adds the declared choices to their owner as properties. */
export const addChoiceProperties = (
  owner: ChoiceOwner,
  { choices }: TemplateOrInterfaceDeclaration,
): void => {
  for (const { name, consuming, argument, result } of choices.values()) {
    const value = createChoice({ owner, name, consuming, argument, result });
    Object.defineProperty(owner, name, { value, enumerable: true });
  }
};

/** Returns `Archive`, which every template and interface has. */
export const createArchiveChoice = (owner: ChoiceOwner): Choice =>
  createChoice({
    owner,
    name: "Archive",
    consuming: true,
    argument: archiveChoiceArgumentType,
    result: Unit,
  });

const createChoice = (declared: Omit<Choice, "exercisedIn">): Choice =>
  Object.freeze({
    ...declared,
    exercisedIn: (transaction: ReadableTransaction) =>
      collectFromExercisedEvents(transaction, (event) => readExerciseInEvent(declared, event)),
  });
