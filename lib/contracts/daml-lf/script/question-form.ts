import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ScriptTypes } from "./script-types.ts";

/** Reads the content of questions of one kind and writes their answers, for all versions of the library. */
export interface QuestionForm<Content, Answer> {
  readonly read: (payload: RuntimeValue, types: ScriptTypes) => Content;
  readonly write: (answer: Answer, types: ScriptTypes, content: Content) => RuntimeValue;
}

/** Returns the form. TypeScript infers its types from the two functions. */
export const defineQuestionForm = <Content, Answer>(
  of: QuestionForm<Content, Answer>,
): QuestionForm<Content, Answer> => of;
