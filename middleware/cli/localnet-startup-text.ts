/**
 * Returns the text printed about the services of a LocalNet. `ports` maps LocalNet's ports to the
 * listening ones.
 */
export const formatLocalnetGreeting = (ports: ReadonlyMap<number, number>): string => {
  const at = (port: number, path: string, host = "localhost"): string =>
    `http://${host}:${ports.get(port) ?? port}${path}`;
  return [
    "Splice LocalNet:",
    `  app-user validator      ${at(2000, "/api/validator")}`,
    `  app-provider validator  ${at(3000, "/api/validator")}`,
    `  app-provider ledger     ${at(3975, "/v2")}`,
    `  Scan                    ${at(4000, "/api/scan", "scan.localhost")}`,
    `  Token registry          ${at(4000, "/registry", "scan.localhost")}`,
    "  Tokens                  HS256, secret unsafe, audience https://canton.network.global, user ledger-api-user",
    "",
  ].join("\n");
};
