import { definePackage, defineTemplate, Party, Text } from "../../lib/index.ts";

/** A contract with a text of its owner. */
export const Note = defineTemplate("Main:Note", {
  payload: { owner: Party, text: Text },
  signatories: ({ owner }) => [owner],
  choices: {},
});
/** The package `notes` with the template {@link Note}. */
export const notes = definePackage({ name: "notes", version: "1.0.0", templates: { Note } });
