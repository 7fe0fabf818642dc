import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ScriptTypes } from "./script-types.ts";

/** Reads the content of questions of one kind, and writes their answers, for all versions of the library. */
export interface QuestionCodec<Content, Answer> {
  readonly read: (payload: RuntimeValue, types: ScriptTypes) => Content;
  readonly write: (answer: Answer, types: ScriptTypes, content: Content) => RuntimeValue;
}

/** Returns the codec. TypeScript infers its types from the two functions. */
export const defineQuestionCodec = <Content, Answer>(
  of: QuestionCodec<Content, Answer>,
): QuestionCodec<Content, Answer> => of;
