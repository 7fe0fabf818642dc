/** The colour that a token has now: a canvas knows of no tokens. */
export const colourOf = (name: string): string => {
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
