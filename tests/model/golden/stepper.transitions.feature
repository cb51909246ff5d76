Feature: Stepper
  Which step of a submission is shown, and when the view moves on by itself.

  @path-603e10bc @spec-2§4.2 @spec-2§4.5
  Scenario: A fresh submission without a step in the address, one step to "the re-processed copy" (603e10bc)
    Given a submission with the status "Uploading"
    And its address is opened without a step, and the view is on its way to the page "Upload"
    When Bedel re-processes the submission
    Then the view goes to the copy and says "You are now viewing the re-processed copy."

  @path-0441e638 @spec-2§4.2 @spec-2§4.5
  Scenario: A fresh submission without a step in the address, 52 steps to "on the way to the step being worked on" (0441e638)
    Given a submission with the status "Uploading"
    And its address is opened without a step, and the view is on its way to the page "Upload"
    When a live message says that the submission has the status "Upload error"
    Then the view is on its way to the page "Upload"
    When a live message says that the submission has the status "Uploaded"
    Then the view is on its way to the page "Processing"
    When the user chooses "Upload" in the steps above the page
    Then the page "Upload" is in sight
    When a live message says that the submission has the status "Uploading"
    Then the page "Upload" is still in sight
    When a live message says that the submission has the status "Upload error"
    Then the page "Upload" is still in sight
    When a live message says that the submission has the status "Uploaded"
    Then the view is on its way to the page "Processing"
    When the page "Processing" has been loaded
    Then the page "Processing" is in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When a live message says that the submission has the status "Uploading"
    Then the view is on its way to the page "Upload"
    When the page "Upload" has been loaded
    Then the page "Upload" is in sight
    When the user chooses "Processing" in the steps above the page
    Then the page "Processing" is in sight
    When the user chooses "Upload" in the steps above the page
    Then the page "Upload" is in sight
    When a live message says that the submission has the status "Uploaded"
    Then the view is on its way to the page "Processing"
    When the page "Processing" has been loaded
    Then the page "Processing" is in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the user chooses "Upload" in the steps above the page
    Then the page "Upload" is in sight
    When a live message says that the submission has the status "Uploaded"
    Then the page "Upload" is still in sight
    When the user chooses "Processing" in the steps above the page
    Then the page "Processing" is in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the user presses "Stay on this page"
    Then the page "Processing" is still in sight
    When a live message says that the submission has the status "Uploaded"
    Then the page "Processing" is still in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the user comes to the window or tab of the page
    Then the page "Processing" says "Results are ready", and that the user is taken to them in a moment
    When a live message says that the submission has the status "Uploading"
    Then the view is on its way to the page "Upload"
    When a live message says that the submission has the status "Uploaded"
    Then the view is on its way to the page "Processing"
    When the user chooses "Upload" in the steps above the page
    Then the page "Upload" is in sight
    When the user chooses "Processing" in the steps above the page
    Then the page "Processing" is in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the browser does not say whether the page is in sight
    Then the view is on its way to the page "Quality Assurance"
    When a live message says that the submission has the status "Uploaded"
    Then the view is on its way to the page "Processing"
    When the user chooses "Upload" in the steps above the page
    Then the page "Upload" is in sight
    When the user chooses "Processing" in the steps above the page
    Then the page "Processing" is in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the user comes to the window or tab of the page
    Then the page "Processing" says "Results are ready", and that the user is taken to them in a moment
    When the user chooses "Upload" in the steps above the page
    Then the page "Upload" is in sight
    When a live message says that the submission has the status "Uploaded"
    Then the page "Upload" is still in sight
    When the user chooses "Processing" in the steps above the page
    Then the page "Processing" is in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the user comes to the window or tab of the page
    Then the page "Processing" says "Results are ready", and that the user is taken to them in a moment
    When the user presses "Stay on this page"
    Then the page "Processing" is still in sight
    When a live message says that the submission has the status "Uploaded"
    Then the page "Processing" is still in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the user comes to the window or tab of the page
    Then the page "Processing" says "Results are ready", and that the user is taken to them in a moment
    When the browser does not say whether the page is in sight
    Then the view is on its way to the page "Quality Assurance"
    When a live message says that the submission has the status "Uploaded"
    Then the view is on its way to the page "Processing"
    When the user chooses "Upload" in the steps above the page
    Then the page "Upload" is in sight
    When the user chooses "Processing" in the steps above the page
    Then the page "Processing" is in sight
    When a live message says that the submission has the status "Quality processing complete"
    Then the page "Processing" is still in sight
    When the user comes to the window or tab of the page
    Then the page "Processing" says "Results are ready", and that the user is taken to them in a moment
    When the user turns to another window or tab
    Then the page "Processing" is still in sight
    When the user comes to the window or tab of the page
    Then the page "Processing" says "Results are ready", and that the user is taken to them in a moment
    When eight seconds pass
    Then the view is on its way to the page "Quality Assurance"

  @path-0951f440 @spec-2§4.2 @spec-2§4.5
  Scenario: A finished check, reports in sight, one step to "the re-processed copy" (0951f440)
    Given a submission with the status "Quality processing complete"
    And its page "Quality Assurance" is in sight
    When Bedel re-processes the submission
    Then the view goes to the copy and says "You are now viewing the re-processed copy."
