import { Unavailable } from '../../platform/errors/rejection.ts';
import type { ActionScope } from './action.ts';

type Ports = ActionScope['appContext']['ports'];
type Ask = (name: string, key: string, ask: () => Promise<unknown>) => Promise<unknown>;

/** The port with one method that asks through `ask`; its first argument identifies the question. */
function withRemembered<Port extends object>(port: Port, name: string, method: keyof Port, ask: Ask): Port {
  return new Proxy(port, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const run = value.bind(target);
      if (property !== method) return run;
      return (question: unknown) => ask(name, JSON.stringify(question), () => run(question));
    },
  });
}

/**
 * Asks the providers that an action asks before anything is locked: `work` runs without a transaction and its answers are
 * remembered. In the scope that is returned the same questions have these answers, and another one throws Unavailable: no row
 * stays locked while a provider thinks. The effect is computed again under the lock from the rows as they are then.
 */
export async function askProviders(
  scope: ActionScope,
  work: (asking: ActionScope) => Promise<unknown>,
): Promise<ActionScope> {
  const answers = new Map<string, Promise<unknown>>();
  let isAsking = true;
  const ask: Ask = (name, key, run) => {
    const id = `${name} ${key}`;
    const known = answers.get(id);
    if (known) return known;
    if (!isAsking) throw new Unavailable('the provider was not asked this before');
    const answer = run();
    answers.set(id, answer);
    return answer;
  };
  const { ports } = scope.appContext;
  const remembering: Pick<Ports, 'payments' | 'payouts'> = {
    payments: new Map(
      [...ports.payments].map(([name, port]) => [name, withRemembered(port, name, 'payment', ask)]),
    ),
    payouts: new Map(
      [...ports.payouts].map(([name, port]) => [name, withRemembered(port, name, 'queryState', ask)]),
    ),
  };
  const asking = { ...scope, appContext: { ...scope.appContext, ports: { ...ports, ...remembering } } };
  await work(asking);
  isAsking = false;
  return asking;
}
