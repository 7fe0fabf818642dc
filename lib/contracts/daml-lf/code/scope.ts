/** The registers that the variables in scope live in, the innermost first. Used while compiling only. */
export type Scope = Variable | undefined;

interface Variable {
  readonly name: string;
  readonly register: number;
  readonly outer: Scope;
}

/** One more variable, which may hide an older one. */
export const withVariable = (outer: Scope, name: string, register: number): Scope => ({
  name,
  register,
  outer,
});

/** Of variables in the registers from 0 on; of two with one name the later. */
export const scopeOf = (names: readonly string[]): Scope => {
  let scope: Scope;
  for (const [register, name] of names.entries()) scope = withVariable(scope, name, register);
  return scope;
};

export const registerOf = (scope: Scope, name: string): number | undefined => {
  let variable = scope;
  while (variable !== undefined && variable.name !== name) variable = variable.outer;
  return variable?.register;
};
