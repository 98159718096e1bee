/** `09:05`, in UTC. */
export function timeOfDay(date: Date): string {
  return date.toISOString().slice(11, 16)
}
