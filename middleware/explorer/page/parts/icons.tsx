/** Icons as strokes on a grid of 16, in the text colour. */
const svgPathByIcon = {
  overview: "M2 13V8M6 13V3M10 13V6M14 13V9",
  contracts: "M4 2h6l3 3v9H4zM9.5 2v3.5H13M6 8h5M6 11h5",
  updates: "M3 4h10M3 8h10M3 12h6",
  commands: "M3 5l3 3-3 3M8 12h5",
  requests: "M2 5h10l-3-3M14 11H4l3 3",
  parties: "M8 8a3 3 0 100-6 3 3 0 000 6zM2.5 14c.5-3 2.8-4.5 5.5-4.5s5 1.500 5.500 4.500",
  packages: "M8 2l5.500 3v6L8 14l-5.500-3V5zM2.500 5L8 8l5.500-3M8 8v6",
  synchronizers:
    "M4 6a2 2 0 100-4 2 2 0 000 4zM12 14a2 2 0 100-4 2 2 0 000 4zM6 4h4a2 2 0 012 2v4M4 6v4a2 2 0 002 2h4",
  coin: "M8 14A6 6 0 108 2a6 6 0 000 12zM6 6.500c0-1 1-1.500 2-1.500s2 .5 2 1.500-1 1.300-2 1.500-2 .5-2 1.500S7 11 8 11s2-.5 2-1.500",
  holdings: "M2 4h11v9H2zM13 7h-3v3h3M2 4l8-2v2",
  controls: "M3 5h6M13 5h0M3 11h0M7 11h6M11 3v4M5 9v4",
  console: "M2 3h12v10H2zM4.500 6L7 8l-2.500 2M8.500 10.500H11",
  search: "M7 12A5 5 0 107 2a5 5 0 000 10zM11 11l3 3",
  copy: "M6 6h8v8H6zM10 6V2H2v8h4",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  left: "M10 3L5 8l5 5",
  right: "M6 3l5 5-5 5",
  down: "M3 6l5 5 5-5",
  key: "M6 10a3.500 3.500 0 110-7 3.500 3.500 0 010 7zM8.500 9l5 5M11.500 12l1.500-1.500",
  clock: "M8 14A6 6 0 108 2a6 6 0 000 12zM8 4.500V8l2.500 1.500",
  eye: "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8zM8 10a2 2 0 100-4 2 2 0 000 4z",
  menu: "M2 4h12M2 8h12M2 12h12",
  theme: "M8 14A6 6 0 108 2a6 6 0 000 12zM8 2v12",
} as const;

export type IconName = keyof typeof svgPathByIcon;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={svgPathByIcon[name]} />
  </svg>
);
