const dayMs = 86_400_000;

/** The day so many days after another one. Days are ISO 8601. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
