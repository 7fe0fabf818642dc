/** Returns the present colour of a design token, for a canvas, which cannot use tokens. */
export const computeDesignTokenColour = (name: string): string => {
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
