import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import styles from './kit.module.css';

/** The region of toasts, once for the page. `label`: the name of the region. */
export function Toasts({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Toast.Provider limit={3} timeout={6_000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.toasts} aria-label={label}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList(): ReactNode {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      {/* Names the toast, which is a dialog to assistive technology. */}
      <Toast.Title render={<p />} />
      {toast.actionProps && <Toast.Action className={styles.button} />}
    </Toast.Root>
  ));
}

/** The action that a message offers. */
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Shows that something is done. Nothing needs a toast to be understood: it goes away by itself. */
export function useToast(): (text: string, action?: ToastAction) => void {
  const { add, close } = Toast.useToastManager();
  return (text, action) => {
    const id = add({
      title: text,
      ...(action === undefined
        ? {}
        : {
            actionProps: {
              children: action.label,
              onClick: () => {
                action.run();
                close(id);
              },
            },
          }),
    });
  };
}
