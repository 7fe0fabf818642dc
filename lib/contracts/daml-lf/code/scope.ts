/** The registers of the variables in scope, newest variable first. Used only during compilation. */
export type VariableScope = ScopedVariable | undefined;

interface ScopedVariable {
  readonly name: string;
  readonly register: number;
  readonly outer: VariableScope;
}

/** Returns the scope with one more variable, which may hide an older one. */
export const bindVariableToRegister = (
  outer: VariableScope,
  name: string,
  register: number,
): VariableScope => ({
  name,
  register,
  outer,
});

/**
 * Returns the scope of variables in the registers from 0 on. If two variables have the same name, the
 * later one hides the other.
 */
export const createVariableScope = (names: readonly string[]): VariableScope => {
  let scope: VariableScope;
  for (const [register, name] of names.entries()) {
    scope = bindVariableToRegister(scope, name, register);
  }
  return scope;
};

export const findVariableRegister = (scope: VariableScope, name: string): number | undefined => {
  let variable = scope;
  while (variable !== undefined && variable.name !== name) variable = variable.outer;
  return variable?.register;
};
