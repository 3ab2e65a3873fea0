/**
 * `fetch` for an upload that says how much of it is sent, from 0 to 1: `fetch` itself does not. Rejects as `fetch` does if the
 * connection breaks.
 */
export const sendWithProgress =
  (onProgress: (share: number) => void) =>
  (url: string, init: RequestInit): Promise<Pick<Response, 'json'>> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'POST', url);
      for (const [name, value] of Object.entries({ ...init.headers })) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve({ json: async () => JSON.parse(request.responseText) });
      request.onerror = () => reject(new TypeError('the connection broke'));
      request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
      if (init.signal) init.signal.addEventListener('abort', () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit);
    });
