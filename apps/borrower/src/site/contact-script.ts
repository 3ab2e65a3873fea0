/** SITE-05, SITE-06, inline and in ES5: shows the two messages and sends nothing. */
export const contactScript = [
  '(function(){',
  "var f=document.getElementById('contact'),s=document.getElementById('contact-said');if(!f||!s)return;f.noValidate=true;",
  "f.addEventListener('submit',function(e){e.preventDefault();var i,n=['name','telephone','email','remark'],c;",
  "for(i=0;i<n.length;i++)f.elements[n[i]].removeAttribute('aria-invalid');for(i=0;i<n.length;i++){c=f.elements[n[i]];if(!c.value.replace(/\\s/g,'')){s.textContent=s.getAttribute('data-incomplete');s.className=s.className.replace(/ good/,'');c.setAttribute('aria-invalid','true');c.focus();return}}",
  "s.textContent=s.getAttribute('data-complete');s.className=s.className.replace(/ good/,'')+' good';f.reset()});",
  '})();',
].join('');
