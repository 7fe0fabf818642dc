/** Shows an amount as a bar, relative to the largest amount of the table; nothing if it is negative. */
export const AmountBar = ({
  amount,
  largest,
}: {
  readonly amount: number;
  readonly largest: number;
}) => (
  <span class="share" aria-hidden="true">
    <i style={{ width: `${(100 * Math.max(0, amount)) / largest}%` }} />
  </span>
);
